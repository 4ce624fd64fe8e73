import { lockCustomer } from '../database/locks.ts';
import { endSubscription, insertPeriod } from './subscription-changes.ts';
import {
  listCustomersDueForRenewal,
  isPaidOrPending,
  findOpenSubscription,
} from './subscription-queries.ts';
import { getPeriodOn } from './rules.ts';
import { planPaymentCreated, subscriptionChanged } from '../application/events.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** The maximum number of subscriptions per run; the next run continues with the rest. */
const batchSize = 200;

/**
 * Renews subscriptions whose billing period is over, with a pending payment for the next period. Ends a subscription
 * instead if the customer canceled it or no longer has an active account, or if the last payment failed or was
 * refunded. Processes each subscription exactly once, even if several processes run this at the same time. Returns how
 * many were due.
 */
export async function renewSubscriptions(context: Context): Promise<number> {
  const customerIds = await listCustomersDueForRenewal(
    context.store.kysely,
    getCurrentTime(context).local.date,
    batchSize,
  );
  for (const customerId of customerIds) await renew(context, customerId);
  return customerIds.length;
}

async function renew(context: Context, customerId: string): Promise<void> {
  const { now, local } = getCurrentTime(context);
  await runInTransaction(context, null, async (trx) => {
    const customer = await lockCustomer(trx, customerId);
    const current = await findOpenSubscription(trx, { customerId });
    // Another process has already renewed the subscription, or the customer has since changed plans.
    if (!current || current.period_ends > local.date) return done(undefined, []);
    if (!customer || !current.renews || !isPaidOrPending(current)) {
      await endSubscription(trx, current.id, now);
      return done(undefined, subscriptionChanged(current.id, customerId, current.plan_id));
    }
    const paymentId = await insertPeriod(
      trx,
      { subscriptionId: current.id, customerId, price: current.price },
      getPeriodOn(
        current.started_on,
        current.billing_interval,
        local.date,
        current.period_number + 1,
      ),
      now,
    );
    return done(undefined, [
      ...subscriptionChanged(current.id, customerId, current.plan_id),
      planPaymentCreated(paymentId, customerId, null),
    ]);
  });
}
