import { daysBetween } from '@curbwrench/contract/calendar';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { RepeatKey } from '../domain/repeat-key.ts';
import { lockingKey, wholeKey } from './idempotency-changes.ts';
import type { Database } from './schema.ts';
import { statement, type PlaceOf } from './statement.ts';

/**
 * Locks of commands, always taken in this order, so that no two commands can wait for each other:
 * repeat key, people, days (ascending), mechanic, plan, payment. Of people: all admins (ascending), an
 * invitation, an e-mail address, the person, their conversation.
 */

/** First half of the advisory lock's key; 4203 to 4205 are taken: jobs, addresses, repeat keys. */
const dayLocks = 4202;

/** Waits until nobody else changes appointments of these business days, then keeps them. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  const numbers = [...new Set(dates)].toSorted().map(numberOf);
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
  const { rows } = await keptCustomer(customerId).execute(trx);
  return rows[0] ?? null;
}

/** A left join's right side: all there, or nothing. */
type OrNulls<T> = T | { readonly [Key in keyof T]: null };

/**
 * All locks of a booking in one statement: its repeat key (null: it has none), its customer and
 * its day. Answers the customer; null: no such active one.
 */
export async function lockBooking(
  trx: Transaction<Database>,
  { customerId, date }: { readonly customerId: string; readonly date: string },
  repeat: RepeatKey | null,
): Promise<KeptCustomer | null> {
  const wanted = { customerId, day: numberOf(date) };
  const [row] = await (repeat === null
    ? lockFresh(trx, wanted)
    : lockRepeatable(trx, { ...wanted, key: wholeKey(repeat) }));
  return row === undefined || row.email === null ? null : row;
}

interface BookingLocks {
  readonly customerId: string;
  readonly day: number;
}

const lockFresh = statement<BookingLocks, OrNulls<KeptCustomer>>((placeOf) =>
  bookingLocks(sql`1`, placeOf),
);
const lockRepeatable = statement<BookingLocks & { readonly key: string }, OrNulls<KeptCustomer>>(
  (placeOf) => bookingLocks(lockingKey(placeOf('key')), placeOf),
);

// The order of the locks is that of the join's sides, which a left join without a condition
// keeps, and what is selected comes after both.
function bookingLocks(
  key: RawBuilder<unknown>,
  placeOf: PlaceOf<BookingLocks>,
): RawBuilder<OrNulls<KeptCustomer>> {
  return sql`
    with key as materialized (select ${key} as locked),
    customer as materialized (${keptCustomer(placeOf('customerId'))})
    select key.locked, customer.*, pg_advisory_xact_lock(${dayLocks}::int, ${placeOf('day')}::int)
    from key left join customer on true`;
}

function keptCustomer(customerId: unknown): RawBuilder<KeptCustomer> {
  return sql<KeptCustomer>`
    select first_name as "firstName", last_name as "lastName", email, phone, image
    from users where id = ${customerId} and role = 'customer' and active for no key update`;
}

/** The second half of a day's lock. */
function numberOf(date: string): number {
  return daysBetween('2000-01-01', date);
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
