import type { Business, BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import { addDays, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { toCents } from '@curbwrench/contract/fields/money';
import type { FastifyInstance } from 'fastify';
import { readBusiness } from '../application/business-queries.ts';
import { getCurrentMoment } from '../application/transaction.ts';
import { readEarlierStats, readStats } from './stats-queries.ts';
import { toInstant } from '../application/rules/business-time.ts';
import { accepted } from '../application/rules/result.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { saveBusiness } from './save-business.ts';
import { readFixedSettings } from './settings-queries.ts';

/** Registers the calls about the business: what everyone may know, its settings, and the admin's four stats. */
export function businessRoutes(app: FastifyInstance, context: RouteContext): void {
  const { store } = context;

  registerCall(app, context, 'getBusiness', async () =>
    accepted(await readPublicBusiness(context)),
  );

  registerCall(app, context, 'getBusinessSettings', async () => accepted(await readSettings()));

  registerCall(app, context, 'saveBusinessSettings', async ({ viewer, body }) => {
    const saved = await saveBusiness(context, viewer, body);
    return saved.ok ? accepted(await readSettings()) : saved;
  });

  async function readSettings(): Promise<BusinessSettingsReply> {
    const [business, fixed] = await Promise.all([
      readBusiness(store.kysely),
      readFixedSettings(store.kysely),
    ]);
    if (!business) throw new Error('The business has no settings.');
    const { settings, version } = business;
    return { ...settings, openingHours: [...settings.openingHours], version, ...fixed };
  }

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

/**
 * Reads what everyone may know about the business, as it is stored now: whoever reads it after the event of a change
 * gets that change, whichever process answers.
 */
export async function readPublicBusiness(context: RouteContext): Promise<Business> {
  const business = await readBusiness(context.store.kysely);
  return presentBusiness(business?.settings ?? context.business, context);
}

function presentBusiness(
  business: BusinessSettings,
  { clock, demoAccounts }: RouteContext,
): Business {
  return {
    name: business.name,
    timeZone: business.timeZone,
    currency: business.currency,
    phone: business.phone,
    cityCentre: business.cityCentre,
    cancelUntilHours: business.cancelUntilHours,
    outsideAreas: business.outsideAreas,
    bookingRules: {
      openingHours: [...business.openingHours],
      startGapMinutes: business.startGapMinutes,
      windowDays: business.windowDays,
      noticeHours: business.noticeHours,
    },
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
