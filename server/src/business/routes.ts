import type { Business } from '@curbwrench/contract/business/schemas';
import { addDays, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { toCents } from '@curbwrench/contract/fields/money';
import type { FastifyInstance } from 'fastify';
import { getCurrentMoment } from '../application/transaction.ts';
import { readEarlierStats, readStats } from './stats-queries.ts';
import { toInstant } from '../application/rules/business-time.ts';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls about the business: what everyone may know, and the admin's four stats. */
export function businessRoutes(app: FastifyInstance, context: RouteContext): void {
  const { store } = context;

  registerCall(app, context, 'getBusiness', async () => accepted(presentBusiness(context)));

  registerCall(app, context, 'getStats', async () => {
    const moment = getCurrentMoment(context);
    const { local, timeZone } = moment;
    const lastWeek = addDays(local.date, -7);
    // Today so far is compared with the same weekday up to the same time of day.
    const sameTimeLastWeek = toInstant(lastWeek, toTimeOfDay(local.minutes), timeZone);
    const [stats, before] = await Promise.all([
      readStats(store.kysely, toStatsDay(local.date, timeZone), moment),
      readEarlierStats(
        store.kysely,
        { ...toStatsDay(lastWeek, timeZone), end: sameTimeLastWeek },
        sameTimeLastWeek,
      ),
    ]);
    return accepted({
      ...stats,
      changes: {
        todayAppointments: percentChange(stats.todayAppointments, before.todayAppointments),
        activeMechanics: percentChange(stats.activeMechanics, before.activeMechanics),
        todayRevenue: percentChange(toCents(stats.todayRevenue), toCents(before.todayRevenue)),
        pendingAppointments: percentChange(stats.pendingAppointments, before.pendingAppointments),
      },
    });
  });
}

/** Returns what everyone may know about the business. */
export function presentBusiness({ business, clock, demoAccounts }: RouteContext): Business {
  return {
    name: business.name,
    timeZone: business.timeZone,
    currency: business.currency,
    phone: business.phone,
    cityCentre: business.cityCentre,
    cancelUntilHours: business.cancelUntilHours,
    now: clock.now().toISOString(),
    demo: demoAccounts !== null,
  };
}

/** Returns a business day with the instants of its start and end. */
function toStatsDay(date: string, timeZone: string) {
  return {
    date,
    start: toInstant(date, '00:00', timeZone),
    end: toInstant(addDays(date, 1), '00:00', timeZone),
  };
}

/** Returns a change in whole percent; null if the earlier value is unknown or zero. */
function percentChange(now: number, before: number | null): number | null {
  if (before === null || before === 0) return null;
  return Math.round(((now - before) / before) * 100);
}
