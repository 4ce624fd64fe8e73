import { daysBetween } from '@curbwrench/contract/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Locks of commands, always taken in this order, so that no two commands can wait for each other:
 * repeat key, customer, days (ascending), mechanic; the commit order comes last, by itself.
 */

/** First half of the advisory lock's key; 4203 is the commit order of the migrations. */
const dayLocks = 4202;

/** Waits until nobody else changes appointments of these business days, then keeps them. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  const numbers = [...new Set(dates)].toSorted().map((date) => daysBetween('2000-01-01', date));
  for (const number of numbers) {
    await sql`select pg_advisory_xact_lock(${dayLocks}::int, ${number}::int)`.execute(trx);
  }
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

/**
 * What a booking needs kept besides its customer, whose lock must be taken already: the day, and
 * the vehicle against removal. Answers whose vehicle it is (null: not there, or not in use), and
 * how many bookings of the customer wait for a mechanic from today on.
 */
export async function lockBooking(
  trx: Transaction<Database>,
  booking: { readonly customerId: string; readonly vehicleId: number; readonly date: string },
  today: string,
): Promise<{ readonly vehicleOwner: string | null; readonly waiting: number }> {
  const day = daysBetween('2000-01-01', booking.date);
  const { rows } = await sql<{ vehicleOwner: string | null; waiting: number }>`
    select pg_advisory_xact_lock(${dayLocks}::int, ${day}::int),
      (select customer_id from vehicles
        where id = ${booking.vehicleId} and archived_at is null and is_active
        for key share) as "vehicleOwner",
      (select count(*) from appointments
        where customer_id = ${booking.customerId} and date >= ${today}::date
          and status = 'pending') as waiting
  `.execute(trx);
  return rows[0] ?? { vehicleOwner: null, waiting: 0 };
}

/** Keeps a customer's own limits true: one booking of theirs at a time. False: no such customer. */
export async function lockCustomer(
  trx: Transaction<Database>,
  customerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${customerId} and role = 'customer' for no key update
  `.execute(trx);
  return rows.length === 1;
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
