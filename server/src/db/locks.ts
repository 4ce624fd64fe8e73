import { daysBetween } from '@curbwrench/contract/calendar';
import type { PlanBenefit } from '@curbwrench/contract/price';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Locks of commands, always taken in this order, so that no two commands can wait for each other:
 * repeat key, people, days (ascending), mechanic, plan, payment. Of people: all admins (ascending), an
 * invitation, an e-mail address, the person, their conversation.
 */

/** First half of the advisory lock's key; 4203 is taken by the migrations' own jobs. */
const dayLocks = 4202;

/** Waits until nobody else changes appointments of these business days, then keeps them. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  const numbers = [...new Set(dates)].toSorted().map((date) => daysBetween('2000-01-01', date));
  await Promise.all(
    numbers.map((number) =>
      sql`select pg_advisory_xact_lock(${dayLocks}::int, ${number}::int)`.execute(trx),
    ),
  );
}

/**
 * The same for the day on which an appointment lies, and answers it; null when there is no such
 * appointment. It may have been moved away while this waited.
 */
export async function lockDayOf(
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<string | null> {
  const { rows } = await sql<{ date: string }>`
    select date, pg_advisory_xact_lock(${dayLocks}::int, date - date '2000-01-01')
    from appointments where id = ${appointmentId}
  `.execute(trx);
  return rows[0]?.date ?? null;
}

/** The day on which an appointment lies, to be locked together with another; null: no such one. */
export async function dayOf(
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<string | null> {
  const { rows } = await sql<{ date: string }>`
    select date from appointments where id = ${appointmentId}
  `.execute(trx);
  return rows[0]?.date ?? null;
}

/** A vehicle as a booking finds it. */
export interface KeptVehicle {
  readonly ownerId: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly plate: string | null;
}

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

interface KeptBooking {
  readonly vehicle: KeptVehicle | null;
  readonly waiting: number;
  readonly plan: BookingPlan | null;
  readonly area: BookingArea | null;
}

/**
 * What a booking needs kept besides its customer, whose lock must be taken already: the day, and
 * the vehicle against removal. Answers the vehicle (null: not there, or not in use), how many
 * bookings of the customer wait for a mechanic from today on, and what changes the price. The
 * customer's lock keeps the plan and its uses: nobody else books, joins or leaves for them
 * meanwhile, and a use that is given back is only ever one more.
 */
export async function lockBooking(
  trx: Transaction<Database>,
  booking: {
    readonly customerId: string;
    readonly vehicleId: number;
    readonly serviceId: number;
    readonly date: string;
    /** Of the address; null where it can't be told. */
    readonly zip: string | null;
  },
  today: string,
): Promise<KeptBooking> {
  const day = daysBetween('2000-01-01', booking.date);
  const { rows } = await sql<KeptBooking>`
    select pg_advisory_xact_lock(${dayLocks}::int, ${day}::int),
      (select json_build_object('ownerId', customer_id, 'make', make, 'model', model,
          'year', year, 'plate', plate_number)
        from vehicles
        where id = ${booking.vehicleId} and archived_at is null and is_active
        for key share) as vehicle,
      (select count(*) from appointments
        where customer_id = ${booking.customerId} and date >= ${today}::date
          and status = 'pending') as waiting,
      (select json_build_object('periodId', p.id, 'name', s.plan_name,
          'discountPercent', s.discount_percent,
          'usesLeft', coalesce((
            select i.uses from subscription_services i
            where i.subscription_id = s.id and i.service_id = ${booking.serviceId}), 0) - (
            select count(*) from appointments used
            where used.included_in = p.id and used.service_id = ${booking.serviceId}
              and used.status <> 'cancelled'))
        from subscriptions s
        cross join lateral (
          select id, ends, payment_id from subscription_periods
          where subscription_id = s.id order by number desc limit 1
        ) p
        join payments paid on paid.id = p.payment_id
        where s.customer_id = ${booking.customerId} and s.ended_at is null
          and (s.renews or p.ends > ${today}::date)
          and paid.status in ('pending', 'completed')) as plan,
      (select json_build_object('name', a.name, 'callOutFee', a.call_out_fee::text)
        from service_area_zips z join service_areas a on a.id = z.area_id
        where z.zip = ${booking.zip}::text) as area
  `.execute(trx);
  return rows[0] ?? { vehicle: null, waiting: 0, plan: null, area: null };
}

/** A customer as a booking finds them. */
export interface KeptCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly image: string | null;
}

/** Keeps a customer's own limits true: one booking of theirs at a time. Null: no such
 * active customer. */
export async function lockCustomer(
  trx: Transaction<Database>,
  customerId: string,
): Promise<KeptCustomer | null> {
  const { rows } = await sql<KeptCustomer>`
    select first_name as "firstName", last_name as "lastName", email, phone, image
    from users where id = ${customerId} and role = 'customer' and active for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Keeps a mechanic's switch, position and job under way. False: no such active mechanic. */
export async function lockMechanic(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mechanics where user_id = ${mechanicId} and active for no key update
  `.execute(trx);
  return rows.length === 1;
}
