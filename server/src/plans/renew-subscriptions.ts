import { lockCustomer } from '../database/locks.ts';
import { endSubscription, insertPeriod } from './subscription-changes.ts';
import { customersDue, isPaidFor, openSubscription } from './subscription-queries.ts';
import { periodOn } from './rules.ts';
import { paymentMade, subscriptionChanged } from '../application/events.ts';
import { done, momentOf, runInTransaction, type Context } from '../application/transaction.ts';

/** At most this many per run; the rest a moment later. */
const batch = 200;

/**
 * Renews every plan whose interval is over, with a pending payment for the next one; ends those that
 * customers have left, whose last payment failed or was refunded, or whose customer is gone. Exactly once for
 * each, even if several processes run it at the same time. Returns how many were due.
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
    // Another process was faster, or the customer changed plans meanwhile.
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
