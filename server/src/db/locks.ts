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
