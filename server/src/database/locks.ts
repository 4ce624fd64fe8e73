// Reads tables owned by these modules: accounts, appointments, mechanics
import { daysBetween } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Commands always take locks in this order, so that no two commands can deadlock: idempotency key, people, days
 * (ascending), mechanic, vehicle, plan, payment, review. Among people: all admins (ascending), an invitation, an email
 * address, the account, its person, their conversation. Editing service areas and importing customers each take their
 * own lock first; a command that adds a person takes the import's lock right before it inserts the person.
 */

/**
 * The first half of the advisory lock's key. Other locks use 4203 (functions in the migrations), 4204 (addresses),
 * 4205 (idempotency keys), 4216 (service areas) and 4226 (numbers for text messages).
 */
const dayLockClass = 4202;
/** The lock of imports, and of commands that add a person. */
const newPeopleLockClass = 4220;

/**
 * Makes imports wait until this transaction ends, because it inserts a person whom an import must see. Any number of
 * such transactions can run at once.
 */
export async function lockForNewPerson(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${newPeopleLockClass}::int, 0)`.execute(trx);
}

/** Waits until no other transaction imports or adds people, and makes later ones wait until this transaction ends. */
export async function lockAllNewPeople(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${newPeopleLockClass}::int, 0)`.execute(trx);
}

/** Locks these dates; waits while another transaction has locked one of them to change its appointments. */
export async function lockDays(
  trx: Transaction<Database>,
  dates: readonly string[],
): Promise<void> {
  // The second half of the lock's key: the number of days since an arbitrary date.
  const numbers = [...new Set(dates)].toSorted().map((date) => daysBetween('2000-01-01', date));
  await sql`
    select pg_advisory_xact_lock(${dayLockClass}::int, number) from unnest(${numbers}::int[]) as number
  `.execute(trx);
}

/**
 * Returns the date of an appointment, or null if the appointment doesn't exist. The date may change until the caller
 * has locked that day and the appointment's row.
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
 * Locks a customer, so that their bookings run one at a time and their limits are enforced exactly. Returns false if
 * there is no active customer with this id.
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
  // Read after locking: commands that change a role or deactivate a person wait for the same lock. A person without
  // an account is a customer.
  const account = await trx
    .selectFrom('accounts')
    .select(['role', 'active'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  return !account || (account.role === 'customer' && account.active);
}

/**
 * Locks a mechanic's availability switch, position and current job. Returns false if there is no
 * active mechanic with this id.
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
