// Reads tables of: accounts, appointments, mechanics
import { daysBetween } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Commands always take locks in this order, so that no two can deadlock: repeat key, people, days
 * (ascending), mechanic, vehicle, plan, payment. Among people: all admins (ascending), an
 * invitation, an e-mail address, the person, their conversation. Editing service areas takes one
 * lock of its own, before any other.
 */

/**
 * First half of the advisory lock's key; 4203 to 4205 (jobs, addresses, repeat keys) and 4216 (service
 * areas) are taken.
 */
const dayLocks = 4202;

/** Locks these business days; waits while another transaction changes their appointments. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  for (const date of [...new Set(dates)].toSorted()) {
    const number = daysBetween('2000-01-01', date);
    await sql`select pg_advisory_xact_lock(${dayLocks}::int, ${number}::int)`.execute(trx);
  }
}

/**
 * Returns the day of an appointment; null when there is no such appointment. It may be moved until
 * its day and its row are locked.
 */
export async function dayOf(
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<string | null> {
  const row = await trx
    .selectFrom('appointments')
    .select('date')
    .where('id', '=', appointmentId)
    .executeTakeFirst();
  return row?.date ?? null;
}

/**
 * Locks a customer, so that their limits hold: one booking of theirs at a time. Returns false if
 * there is no such active customer.
 */
export async function lockCustomer(
  trx: Transaction<Database>,
  customerId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .where('role', '=', 'customer')
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks a mechanic's availability switch, position and current job. Returns false if there is no
 * such active mechanic.
 */
export async function lockMechanic(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('mechanics')
    .select('user_id')
    .where('user_id', '=', mechanicId)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
