import { sql, type Transaction } from 'kysely';
import type { Period } from './rules.ts';
import { insertPlanPayment } from '../payments/changes.ts';
import type { OfferedPlan } from './plan-changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Creates a customer's subscription to an offered plan, with the services it includes now. They
 * must have none; the database refuses a second. Returns its id.
 */
export async function insertSubscription(
  trx: Trx,
  customerId: string,
  plan: OfferedPlan,
  startedOn: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into subscriptions (
        customer_id, plan_id, plan_name, price, billing_interval, discount_percent, started_on, created_at
      ) values (
        ${customerId}, ${plan.id}, ${plan.name}, ${plan.price}, ${plan.interval},
        ${plan.discountPercent}, ${startedOn}, ${now}
      ) returning id
    ), included as (
      insert into subscription_services (subscription_id, service_id, uses)
      select made.id, i.service_id, i.uses from made, plan_services i where i.plan_id = ${plan.id}
    )
    select id from made
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('An inserted subscription is not there.');
  return row.id;
}

/** Inserts an interval with its pending payment, which has no appointment. Returns the payment's id. */
export async function insertPeriod(
  trx: Trx,
  of: { readonly subscriptionId: number; readonly customerId: string; readonly price: string },
  period: Period,
  now: Date,
): Promise<number> {
  const id = await insertPlanPayment(trx, of, now);
  await trx
    .insertInto('subscription_periods')
    .values({ subscription_id: of.subscriptionId, ...period, payment_id: id })
    .execute();
  return id;
}

/** Sets whether a subscription continues after the interval. */
export async function setRenews(trx: Trx, id: number, renews: boolean): Promise<void> {
  await trx.updateTable('subscriptions').set({ renews }).where('id', '=', id).execute();
}

/** Ends a subscription now, unless it has ended. */
export async function endSubscription(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ renews: false, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
