// Reads tables owned by these modules: appointments, payments, services
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A customer's subscription with its latest billing period. */
export interface SubscriptionRow {
  id: number;
  customer_id: string;
  plan_id: number;
  plan_name: string;
  price: string;
  billing_interval: PlanInterval;
  discount_percent: number;
  started_on: string;
  renews: boolean;
  period_number: number;
  period_starts: string;
  period_ends: string;
  payment_id: number;
  payment_amount: string;
  payment_status: PaymentStatus;
  services: Subscription['services'];
}

/** Returns a customer's subscription; null if they have none, or if it was canceled and its last day has passed. */
export async function findCurrentSubscription(
  db: Handle,
  customerId: string,
  today: string,
): Promise<SubscriptionRow | null> {
  const row = await readSubscription(db, sql`s.customer_id = ${customerId}`);
  return row && isOver(row, today) ? null : row;
}

/** Returns a subscription that has not been ended, even if its last day has passed; null if there is none. */
export async function findOpenSubscription(
  db: Handle,
  key: { readonly customerId: string } | { readonly id: number },
): Promise<SubscriptionRow | null> {
  return readSubscription(
    db,
    'id' in key ? sql`s.id = ${key.id}` : sql`s.customer_id = ${key.customerId}`,
  );
}

/**
 * Returns the ids of up to `limit` customers whose billing period is over, so that their subscription must be renewed
 * or ended.
 */
export async function listCustomersDueForRenewal(
  db: Handle,
  today: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select s.customer_id from subscriptions s
    where s.ended_at is null and not exists (
      select 1 from subscription_periods p where p.subscription_id = s.id and p.ends > ${today}::date
    )
    order by s.id limit ${limit}
  `.execute(db);
  return rows.map(({ customer_id: id }) => id);
}

/** Returns whether the customer canceled the subscription and its last day has passed. */
export function isOver(row: SubscriptionRow, today: string): boolean {
  return !row.renews && row.period_ends <= today;
}

/** Returns whether the current period's payment is pending or completed, not failed or refunded. */
export function isPaidOrPending({ payment_status: status }: SubscriptionRow): boolean {
  return status === 'pending' || status === 'completed';
}

/**
 * Returns whether the plan reduces prices now, by the same rule as `lockVehicleAndReadTerms`.
 * `plansStartBeforePayment` is the setting that plans apply while their payment is pending.
 */
export function appliesToPrices(row: SubscriptionRow, plansStartBeforePayment: boolean): boolean {
  return plansStartBeforePayment ? isPaidOrPending(row) : row.payment_status === 'completed';
}

async function readSubscription(
  db: Handle,
  condition: RawBuilder<unknown>,
): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select s.id, s.customer_id, s.plan_id, s.plan_name, s.price, s.billing_interval,
      s.discount_percent, s.started_on, s.renews,
      p.number as period_number, p.starts as period_starts, p.ends as period_ends,
      payment.id as payment_id, payment.amount as payment_amount, payment.status as payment_status,
      (select coalesce(json_agg(json_build_object('serviceId', i.service_id, 'name', v.name,
          'uses', i.uses, 'left', greatest(0, i.uses - (
            select count(*) from appointment_lines l join appointments a on a.id = l.appointment_id
            where l.included_in = p.id and l.service_id = i.service_id
              and a.status <> 'cancelled'))) order by v.name, v.id), '[]')
        from subscription_services i join services v on v.id = i.service_id
        where i.subscription_id = s.id) as services
    from subscriptions s
    cross join lateral (
      select * from subscription_periods where subscription_id = s.id order by number desc limit 1
    ) p
    join payments payment on payment.id = p.payment_id
    where s.ended_at is null and ${condition}
  `.execute(db);
  return rows[0] ?? null;
}
