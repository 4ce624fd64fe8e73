import { addDays } from '@curbwrench/contract/calendar';
import type { FastifyInstance } from 'fastify';
import { momentOf } from '../commands/transaction.ts';
import { readStats } from '../db/stats.ts';
import { instantOf } from '../domain/business-time.ts';
import { accepted } from '../domain/outcome.ts';
import { answerCall } from './call.ts';
import type { RouteContext } from './route-context.ts';

/** The business itself: what everyone may know, and the owner's four figures. */
export function businessRoutes(app: FastifyInstance, context: RouteContext): void {
  const { business, store } = context;

  answerCall(app, context, 'getBusiness', async () =>
    accepted({
      name: business.name,
      timeZone: business.timeZone,
      currency: business.currency,
      phone: business.phone,
      cityCentre: business.cityCentre,
      cancelUntilHours: business.cancelUntilHours,
      now: context.clock.now().toISOString(),
      demo: context.demoAccounts !== null,
    }),
  );

  answerCall(app, context, 'getStats', async () => {
    const { local, timeZone } = momentOf(context);
    const dayStart = instantOf(local.date, '00:00', timeZone);
    const dayEnd = instantOf(addDays(local.date, 1), '00:00', timeZone);
    return accepted(await readStats(store.kysely, local.date, dayStart, dayEnd));
  });
}
