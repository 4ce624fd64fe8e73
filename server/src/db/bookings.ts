import type { PlanBenefit } from '@curbwrench/contract/price';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What a customer's plan does for the service that is being booked. */
export interface BookingPlan extends PlanBenefit {
  /** The interval of which an included use would be taken. */
  readonly periodId: number;
  readonly name: string;
}

/** The area in which the address lies, where its ZIP code tells. */
export interface BookingArea {
  readonly name: string;
  /** Decimal text. */
  readonly callOutFee: string;
}

/** Locks a vehicle against removal and answers whose it is; null: not there, or not in use. */
export async function lockVehicleInUse(
  trx: Transaction<Database>,
  vehicleId: number,
): Promise<string | null> {
  const row = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicleId)
    .where('archived_at', 'is', null)
    .where('is_active', '=', true)
    .forKeyShare()
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** How many bookings of a customer wait for a mechanic from today on. */
export async function countWaiting(
  trx: Transaction<Database>,
  customerId: string,
  today: string,
): Promise<number> {
  const { waiting } = await trx
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('customer_id', '=', customerId)
    .where('date', '>=', today)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return waiting;
}

/** The area that lists a ZIP code; null: none does, or the address has none. */
export async function findArea(
  trx: Transaction<Database>,
  zip: string | null,
): Promise<BookingArea | null> {
  if (zip === null) return null;
  const area = await trx
    .selectFrom('service_area_zips as z')
    .innerJoin('service_areas as a', 'a.id', 'z.area_id')
    .select(['a.name', 'a.call_out_fee as callOutFee'])
    .where('z.zip', '=', zip)
    .executeTakeFirst();
  return area ?? null;
}

/**
 * What the customer's plan does for the service; null: none that counts. It counts once its present
 * interval is paid, or with `beforePayment` also while that payment is pending. The customer's lock
 * keeps the plan and its uses: nobody else books, joins or leaves for them meanwhile, and a use
 * that is given back is only ever one more.
 */
export async function loadBenefit(
  trx: Transaction<Database>,
  customerId: string,
  serviceId: number,
  today: string,
  beforePayment: boolean,
): Promise<BookingPlan | null> {
  const { rows } = await sql<BookingPlan>`
    select p.id as "periodId", s.plan_name as name, s.discount_percent as "discountPercent",
      coalesce((
        select i.uses from subscription_services i
        where i.subscription_id = s.id and i.service_id = ${serviceId}), 0) - (
        select count(*) from appointments used
        where used.included_in = p.id and used.service_id = ${serviceId}
          and used.status <> 'cancelled') as "usesLeft"
    from subscriptions s
    cross join lateral (
      select id, ends, payment_id from subscription_periods
      where subscription_id = s.id order by number desc limit 1
    ) p
    join payments paid on paid.id = p.payment_id
    where s.customer_id = ${customerId} and s.ended_at is null
      and (s.renews or p.ends > ${today}::date)
      and (paid.status = 'completed' or ${beforePayment} and paid.status = 'pending')
  `.execute(trx);
  return rows[0] ?? null;
}
