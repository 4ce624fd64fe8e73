import type { SubscriptionInput } from '@curbwrench/contract/plans/subscription-schemas';
import { lockCustomer } from '../database/locks.ts';
import { keepPlan } from './plan-changes.ts';
import {
  endSubscription,
  insertPeriod,
  insertSubscription,
  setRenews,
} from './subscription-changes.ts';
import { isOver, isPaidFor, openSubscription } from './subscription-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { periodNumbered } from './rules.ts';
import { paymentMade, subscriptionChanged } from '../application/events.ts';
import { done, momentOf, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * Joins a customer to a plan with the version they saw: it counts from today, and a payment for its
 * first interval is pending. They can have one plan at a time. Joining the plan they already have
 * changes nothing, so that a second tap or device does not charge twice.
 */
export async function joinPlan(
  context: Context,
  actor: Actor,
  { planId, version }: SubscriptionInput,
): Promise<Result<void>> {
  const { now, local } = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    // Serializes joining, leaving, renewing and booking for this customer.
    if (!(await lockCustomer(trx, actor.id)))
      return refused('not_allowed', "You don't have permission to do that.");
    const had = await openSubscription(trx, { customerId: actor.id });
    if (had && !isOver(had, local.date)) {
      if (had.plan_id === planId && had.renews) return done(undefined, []);
      return refused(
        'in_use',
        had.renews
          ? `You already have the plan ${had.plan_name}; please leave it first.`
          : `Your plan ${had.plan_name} is still active; you can join another when it ends.`,
      );
    }
    if (had) await endSubscription(trx, had.id, now);
    const plan = await keepPlan(trx, planId);
    if (!plan) return refused('not_found', 'There is no such plan.');
    if (plan.version !== version) {
      return refused('price_changed', 'This plan just changed; please review it again.');
    }
    const subscriptionId = await insertSubscription(trx, actor.id, plan, local.date, now);
    const paymentId = await insertPeriod(
      trx,
      { subscriptionId, customerId: actor.id, price: plan.price },
      periodNumbered(local.date, plan.interval, 0),
      now,
    );
    return done(undefined, [
      ...subscriptionChanged(subscriptionId, actor.id, plan.id),
      paymentMade(paymentId, actor.id, actor.id),
    ]);
  });
}

/**
 * Leaves a customer's plan: it runs to the end of the interval they pay for, and is not charged again; if
 * that payment failed or was refunded, it ends at once. Until the end they may stay after all (`renews`).
 */
export async function changeSubscription(
  context: Context,
  actor: Actor,
  id: number,
  renews: boolean,
): Promise<Result<void>> {
  const { now, local } = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, actor.id)))
      return refused('not_allowed', "You don't have permission to do that.");
    const had = await openSubscription(trx, { customerId: actor.id });
    if (!had || had.id !== id || isOver(had, local.date)) {
      return refused('not_found', "You don't have that plan.");
    }
    if (!renews && !isPaidFor(had)) await endSubscription(trx, id, now);
    else if (had.renews === renews) return done(undefined, []);
    else await setRenews(trx, id, renews);
    return done(undefined, subscriptionChanged(id, actor.id, had.plan_id));
  });
}
