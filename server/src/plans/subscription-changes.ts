import { sql, type Transaction } from 'kysely';
import type { Period } from './rules.ts';
import { insertPlanPayment } from '../payments/changes.ts';
import type { OfferedPlan } from './plan-changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Inserts a customer's subscription to an offered plan, with the services that the plan includes now. Returns the
 * subscription's id. The customer must not have another subscription; the database rejects a second one.
 */
export async function insertSubscription(
  trx: Trx,
  customerId: string,
  plan: OfferedPlan,
  startedOn: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into subscriptions (
        customer_id, plan_id, plan_name, price, billing_interval, discount_percent, started_on, created_at
      ) values (
        ${customerId}, ${plan.id}, ${plan.name}, ${plan.price}, ${plan.interval},
        ${plan.discountPercent}, ${startedOn}, ${now}
      ) returning id
    ), included as (
      insert into subscription_services (subscription_id, service_id, uses)
      select created.id, i.service_id, i.uses from created, plan_services i where i.plan_id = ${plan.id}
    )
    select id from created
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The inserted subscription was not returned.');
  return row.id;
}

/** Inserts a billing period with its pending payment. Returns the payment's id. */
export async function insertPeriod(
  trx: Trx,
  subscription: {
    readonly subscriptionId: number;
    readonly customerId: string;
    readonly price: string;
  },
  period: Period,
  now: Date,
): Promise<number> {
  const id = await insertPlanPayment(trx, subscription, now);
  await trx
    .insertInto('subscription_periods')
    .values({ subscription_id: subscription.subscriptionId, ...period, payment_id: id })
    .execute();
  return id;
}

/** Sets whether a subscription renews after the current billing period. */
export async function setRenews(trx: Trx, id: number, renews: boolean): Promise<void> {
  await trx.updateTable('subscriptions').set({ renews }).where('id', '=', id).execute();
}

/** Ends a subscription now, unless it has already ended. */
export async function endSubscription(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ renews: false, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
