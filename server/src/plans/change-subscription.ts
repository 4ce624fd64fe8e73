import type { SubscriptionInput } from '@curbwrench/contract/plans/subscription-schemas';
import { lockCustomer } from '../database/locks.ts';
import { lockOfferedPlan } from './plan-changes.ts';
import {
  endSubscription,
  insertPeriod,
  insertSubscription,
  setRenews,
} from './subscription-changes.ts';
import { isOver, isPaidOrPending, findOpenSubscription } from './subscription-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { getPeriod } from './rules.ts';
import { planPaymentCreated, subscriptionChanged } from '../application/events.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Subscribes a customer to a plan, which must still have the version they saw. The subscription starts today, with a
 * pending payment for its first period. A customer can have one plan at a time. Joining the plan they already have
 * changes nothing, so a second tap or device does not charge them twice.
 */
export async function joinPlan(
  context: Context,
  actor: Actor,
  { planId, version }: SubscriptionInput,
): Promise<Result<void>> {
  const { now, local } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    // Serializes joining, canceling, renewing and booking for this customer.
    if (!(await lockCustomer(trx, actor.id)))
      return refused('not_allowed', "You don't have permission to do that.");
    const current = await findOpenSubscription(trx, { customerId: actor.id });
    if (current && !isOver(current, local.date)) {
      if (current.plan_id === planId && current.renews) return done(undefined, []);
      return refused(
        'in_use',
        current.renews
          ? `You're already on the ${current.plan_name} plan. Please cancel it first.`
          : `Your ${current.plan_name} plan is still active; you can join another when it ends.`,
      );
    }
    if (current) await endSubscription(trx, current.id, now);
    const plan = await lockOfferedPlan(trx, planId);
    if (!plan) return refused('not_found', 'Plan not found.');
    if (plan.version !== version) {
      return refused('price_changed', 'This plan just changed. Please review it again.');
    }
    const subscriptionId = await insertSubscription(trx, actor.id, plan, local.date, now);
    const paymentId = await insertPeriod(
      trx,
      { subscriptionId, customerId: actor.id, price: plan.price },
      getPeriod(local.date, plan.interval, 0),
      now,
    );
    return done(undefined, [
      ...subscriptionChanged(subscriptionId, actor.id, plan.id),
      planPaymentCreated(paymentId, actor.id, actor.id),
    ]);
  });
}

/**
 * Sets whether a customer's subscription renews. Without renewal, it runs to the end of the current period and is not
 * charged again; until then, the customer can turn renewal back on. If the period's payment failed or was refunded, the
 * subscription ends immediately instead.
 */
export async function changeSubscription(
  context: Context,
  actor: Actor,
  id: number,
  renews: boolean,
): Promise<Result<void>> {
  const { now, local } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, actor.id)))
      return refused('not_allowed', "You don't have permission to do that.");
    const current = await findOpenSubscription(trx, { customerId: actor.id });
    if (!current || current.id !== id || isOver(current, local.date)) {
      return refused('not_found', "You don't have that plan.");
    }
    if (!renews && !isPaidOrPending(current)) await endSubscription(trx, id, now);
    else if (current.renews === renews) return done(undefined, []);
    else await setRenews(trx, id, renews);
    return done(undefined, subscriptionChanged(id, actor.id, current.plan_id));
  });
}
