import { lockCustomer } from '../database/locks.ts';
import { endSubscription, insertPeriod } from './subscription-changes.ts';
import { customersDue, isPaidFor, openSubscription } from './subscription-queries.ts';
import { periodOn } from './rules.ts';
import { paymentMade, subscriptionChanged } from '../application/events.ts';
import { done, momentOf, runInTransaction, type Context } from '../application/transaction.ts';

/** So many in one go; the rest a moment later. */
const batch = 200;

/**
 * Carries every plan whose interval is over into the next one, with its pending payment; ends those
 * that customers have left, whose last payment failed or was given back, or whose customer is gone.
 * Exactly once for each, however many processes do it at the same time. Answers how many it saw to.
 */
export async function renewSubscriptions(context: Context): Promise<number> {
  const due = await customersDue(context.store.kysely, momentOf(context).local.date, batch);
  for (const customerId of due) await renew(context, customerId);
  return due.length;
}

async function renew(context: Context, customerId: string): Promise<void> {
  const { now, local } = momentOf(context);
  await runInTransaction(context, null, async (trx) => {
    const customer = await lockCustomer(trx, customerId);
    const had = await openSubscription(trx, { customerId });
    // Another process was faster, or they left and joined another meanwhile.
    if (!had || had.period_ends > local.date) return done(undefined, []);
    if (!customer || !had.renews || !isPaidFor(had)) {
      await endSubscription(trx, had.id, now);
      return done(undefined, subscriptionChanged(had.id, customerId, had.plan_id));
    }
    const paymentId = await insertPeriod(
      trx,
      { subscriptionId: had.id, customerId, price: had.price },
      periodOn(had.started_on, had.billing_interval, local.date, had.period_number + 1),
      now,
    );
    return done(undefined, [
      ...subscriptionChanged(had.id, customerId, had.plan_id),
      paymentMade(paymentId, customerId, null),
    ]);
  });
}
