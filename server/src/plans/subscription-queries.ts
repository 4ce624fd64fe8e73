// Reads tables of: appointments, payments, services
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A customer's subscription with its latest interval. */
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

/** Returns the plan a customer has; null for none, also when its last day is over. */
export async function subscriptionOf(
  db: Handle,
  customerId: string,
  today: string,
): Promise<SubscriptionRow | null> {
  const row = await read(db, sql`s.customer_id = ${customerId}`);
  return row && isOver(row, today) ? null : row;
}

/** Returns a subscription that hasn't been ended, even if its last day is over. */
export async function openSubscription(
  db: Handle,
  of: { readonly customerId: string } | { readonly id: number },
): Promise<SubscriptionRow | null> {
  return read(db, 'id' in of ? sql`s.id = ${of.id}` : sql`s.customer_id = ${of.customerId}`);
}

/** Returns customers whose interval is over and must be renewed or ended, at most `most`. */
export async function customersDue(db: Handle, today: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select s.customer_id from subscriptions s
    where s.ended_at is null and not exists (
      select 1 from subscription_periods p where p.subscription_id = s.id and p.ends > ${today}::date
    )
    order by s.id limit ${most}
  `.execute(db);
  return rows.map(({ customer_id: id }) => id);
}

/** Returns whether a customer left and the last day is over. */
export function isOver(row: SubscriptionRow, today: string): boolean {
  return !row.renews && row.period_ends <= today;
}

/**
 * Returns whether the current interval is paid or still may be: its payment neither failed nor was refunded.
 */
export function isPaidFor({ payment_status: status }: SubscriptionRow): boolean {
  return status === 'pending' || status === 'completed';
}

/** Returns whether it changes prices now, by the same rule as `lockVehicleWithTerms` for a booking. */
export function changesPrices(row: SubscriptionRow, beforePayment: boolean): boolean {
  return beforePayment ? isPaidFor(row) : row.payment_status === 'completed';
}

async function read(db: Handle, condition: RawBuilder<unknown>): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select s.id, s.customer_id, s.plan_id, s.plan_name, s.price, s.billing_interval,
      s.discount_percent, s.started_on, s.renews,
      p.number as period_number, p.starts as period_starts, p.ends as period_ends,
      paid.id as payment_id, paid.amount as payment_amount, paid.status as payment_status,
      (select coalesce(json_agg(json_build_object('serviceId', i.service_id, 'name', v.name,
          'uses', i.uses, 'left', greatest(0, i.uses - (
            select count(*) from appointments used
            where used.included_in = p.id and used.service_id = i.service_id
              and used.status <> 'cancelled'))) order by v.name, v.id), '[]')
        from subscription_services i join services v on v.id = i.service_id
        where i.subscription_id = s.id) as services
    from subscriptions s
    cross join lateral (
      select * from subscription_periods where subscription_id = s.id order by number desc limit 1
    ) p
    join payments paid on paid.id = p.payment_id
    where s.ended_at is null and ${condition}
  `.execute(db);
  return rows[0] ?? null;
}
