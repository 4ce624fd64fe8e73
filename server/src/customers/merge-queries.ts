// Reads tables owned by these modules: accounts, appointments, conversations, payments, plans, vehicles
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { MergePreview } from '@curbwrench/contract/customers/merge-schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findCustomer, type CustomerRow } from './customer-queries.ts';
import type { MergeCandidate } from './merge-rules.ts';

type Handle = Kysely<Database>;

/** Returns a customer with the data needed to merge them; null if there is none with this id. */
export async function findMergeCandidate(
  db: Handle,
  id: string,
  today: string,
): Promise<(CustomerRow & MergeCandidate) | null> {
  const customer = await findCustomer(db, id, today);
  if (!customer) return null;
  const { rows } = await sql<
    Pick<MergeCandidate, 'email_verified' | 'email_verified_at' | 'has_open_plan'>
  >`
    select exists (select from accounts where id = ${id} and email_verified) as email_verified,
      (select email_verified_at from people where id = ${id}) as email_verified_at,
      exists (select from subscriptions where customer_id = ${id} and ended_at is null) as has_open_plan
  `.execute(db);
  const [state] = rows;
  return state ? { ...customer, ...state } : null;
}

/**
 * Returns the ids of the people who booked as visitors and verified this account's email address. Returns none if the
 * account's address is not verified.
 */
export async function listVisitorsWithAddressOf(
  db: Handle,
  accountId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from accounts a join people p on p.email = a.email
    where a.id = ${accountId} and a.email_verified and p.email_verified_at is not null and p.deleted_at is null
      and not exists (select from accounts own where own.id = p.id)
    order by p.created_at, p.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the records that a merge would move from this customer to another one. */
export async function countRecordsToMove(db: Handle, id: string): Promise<MergePreview['moves']> {
  const { rows } = await sql<MergePreview['moves']>`
    select (select count(*)::int from vehicles where customer_id = ${id} and archived_at is null) as vehicles,
      (select count(*)::int from appointments where customer_id = ${id}) as appointments,
      (select count(*)::int from payments where customer_id = ${id}) as payments,
      (select count(*)::int from subscriptions where customer_id = ${id}) as plans,
      (select count(*)::int from messages where person_id = ${id}) as messages
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The count query returned no row.');
  return counts;
}

/** Returns the id of the record into which this record was merged; null if it was not merged. */
export async function findMergeTarget(db: Handle, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('merged_customers')
    .select('into_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.into_id ?? null;
}

/** Returns the dates of the customer's open appointments. */
export async function listOpenAppointmentDates(
  db: Handle,
  customerId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('date')
    .where('customer_id', '=', customerId)
    .where('status', 'in', openStatuses)
    .execute();
  return rows.map(({ date }) => date);
}
