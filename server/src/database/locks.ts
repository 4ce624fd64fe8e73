// Reads tables of: accounts, appointments, mechanics
import { daysBetween } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Commands always take locks in this order, so that no two can deadlock: idempotency key, people, days
 * (ascending), mechanic, vehicle, plan, payment. Among people: all admins (ascending), an invitation, an e-mail
 * address, the account, its person, their conversation. Editing service areas takes a separate lock before any other.
 */

/**
 * The first half of the advisory lock's key. Others are 4203 (functions of the migrations), 4204 (addresses),
 * 4205 (idempotency keys) and 4216 (service areas).
 */
const dayLockClass = 4202;

/** Locks these business days; waits while another transaction changes their appointments. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  for (const date of [...new Set(dates)].toSorted()) {
    const number = daysBetween('2000-01-01', date);
    await sql`select pg_advisory_xact_lock(${dayLockClass}::int, ${number}::int)`.execute(trx);
  }
}

/**
 * Returns the date of an appointment, or null if there is no such appointment. The date may change until it
 * and the appointment's row are locked.
 */
export async function findAppointmentDay(
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
 * Locks a customer, so that they make one booking at a time and their limits are exact. Returns false if there
 * is no such active customer.
 */
export async function lockCustomer(
  trx: Transaction<Database>,
  customerId: string,
): Promise<boolean> {
  const person = await trx
    .selectFrom('people')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return false;
  // Read after the lock, which whoever changes a role or deactivates waits for too. Without an account they
  // are a customer.
  const account = await trx
    .selectFrom('accounts')
    .select(['role', 'active'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  return !account || (account.role === 'customer' && account.active);
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
    .select('person_id')
    .where('person_id', '=', mechanicId)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
