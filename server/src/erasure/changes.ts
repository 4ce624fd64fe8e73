// Reads tables owned by these modules: accounts, appointments, customers
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { eraseInvitedAddress, erasePersonalValues } from '../audit/changes.ts';
import { columnClasses } from './queries/column-classes.ts';
import type { Condition, ErasedPerson, SharedText, TableClass } from './queries/table-class.ts';
import {
  redactText,
  createRedaction,
  createMentionRedaction,
  readIdentifyingValues,
  type Redaction,
  type IdentifyingValue,
} from './queries/identifying-texts.ts';
import { deleteEmailsToUnknownAddress } from '../mail/changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Returns the ids of a customer's open appointments (upcoming or in progress), earliest first. */
export async function findOpenAppointmentIds(trx: Trx, customerId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', openStatuses)
    .orderBy('date')
    .orderBy('start_time')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Erases a person's data from every table, according to each column's class (`column-classes.ts`), and from the
 * audit trail, as well as the remaining data of records that were merged into theirs. Deletes their account. The
 * person's row is kept without their name and address, so that the history still shows what work was done, when, on
 * what make of car, and for how much. Call this last in a transaction: it holds the audit trail's lock.
 */
export async function erasePerson(trx: Trx, id: string, now: Date): Promise<void> {
  // Locks the rows of the account and the person, so that nothing that refers to them can be added until the
  // transaction ends.
  const { rows } = await sql<{ isAdmin: boolean; isVerified: boolean }>`
    select role = 'admin' as "isAdmin", email_verified as "isVerified"
    from accounts where id = ${id} for update
  `.execute(trx);
  // Without an account, the person's address was never verified.
  const state = rows[0] ?? { isAdmin: false, isVerified: false };
  const person = await sql`select 1 from people where id = ${id} for update`.execute(trx);
  if (person.rows.length === 0) return;
  const ownValues = await readIdentifyingValues(trx, id);
  const mergedIds = await findMergedIds(trx, id);
  const values = [...ownValues];
  for (const merged of mergedIds) values.push(...(await readIdentifyingValues(trx, merged)));
  const ids = [id, ...mergedIds];
  const emails = ownValues.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  // An unverified address may belong to someone else, so messages sent to it are kept.
  const addresses = state.isVerified ? [...new Set(emails)] : [];
  for (const recordId of ids) {
    const erased: ErasedPerson = { id: recordId, addresses, isAdmin: state.isAdmin };
    for (const [table, columns] of Object.entries(columnClasses)) {
      for (const statement of listStatements(table, columns, erased, values)) {
        await statement.execute(trx);
      }
    }
  }
  await markDeleted(trx, id, now);
  for (const recordId of ids) await erasePersonalValues(trx, recordId);
  for (const address of addresses) await eraseInvitedAddress(trx, address);
}

/**
 * Returns the ids of the records that were merged into a person's record. The remaining data of the merged records is
 * also that person's data.
 */
async function findMergedIds(trx: Trx, id: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('merged_customers')
    .select('id')
    .where('into_id', '=', id)
    .execute();
  return rows.map((row) => row.id);
}

/** Erases a person, and deletes their row if nothing refers to it. */
export async function eraseOrDeletePerson(trx: Trx, id: string, now: Date): Promise<void> {
  await erasePerson(trx, id, now);
  await sql`delete from people where id = ${id} and not (${isReferenced})`.execute(trx);
}

/**
 * Erases an email address that was invited but never used to join. Call this last in a transaction: it may hold
 * the audit trail's lock.
 */
export async function eraseUnusedInvitationAddress(trx: Trx, address: string): Promise<void> {
  await deleteEmailsToUnknownAddress(trx, address);
  await eraseInvitedAddress(trx, address);
}

/** The columns that refer to a person in records that are kept after the person is erased. */
export const personReferences = [
  'appointments.customer_id',
  'appointment_events.actor_id',
  'vehicles.customer_id',
  'payments.customer_id',
  'subscriptions.customer_id',
  'refunds.customer_id',
  'reviews.customer_id',
  'reviews.hidden_by',
  'reviews.replied_by',
  'mechanics.person_id',
  'invitations.invited_by',
  'conversations.person_id',
  'messages.author_id',
  'message_templates.updated_by',
  'sms_consents.agreed_by',
  'sms_consents.ended_by',
] as const;

/** SQL condition on a row of `people`: one of the `personReferences` columns refers to it. */
export const isReferenced: RawBuilder<unknown> = sql.join(
  personReferences.map((reference) => {
    const [table = ''] = reference.split('.');
    return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(reference)} = people.id)`;
  }),
  sql` or `,
);

/** Returns the statements that erase a person from one table, in the order in which to execute them. */
function listStatements(
  table: string,
  { belongsTo, rowsAreDeleted, replaced, shared }: TableClass,
  person: ErasedPerson,
  values: readonly IdentifyingValue[],
): RawBuilder<unknown>[] {
  const changes = Object.entries(replaced).map(
    ([column, { newValue }]) => sql`${sql.ref(column)} = ${newValue}`,
  );
  return [
    ...(belongsTo && rowsAreDeleted
      ? [sql`delete from ${sql.table(table)} where ${belongsTo(person)}`]
      : []),
    ...(belongsTo && changes.length > 0
      ? [sql`update ${sql.table(table)} set ${sql.join(changes)} where ${belongsTo(person)}`]
      : []),
    ...Object.entries(shared).flatMap(([column, text]) =>
      listTextStatements(table, column, text, person, values),
    ),
  ];
}

/** Returns the statements that remove or redact a person's texts in one column. */
function listTextStatements(
  table: string,
  column: string,
  { text, withText, writtenByPerson, aboutPerson, mayMentionPerson }: SharedText,
  person: ErasedPerson,
  values: readonly IdentifyingValue[],
): RawBuilder<unknown>[] {
  const update = (condition: Condition, value: RawBuilder<string | null>) => sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${withText(value)}
    where (${condition(person)}) and ${text} is distinct from ${value}`;
  const redact = (condition: Condition, redaction: Redaction) =>
    update(condition, redactText(text, redaction));
  return [
    ...(writtenByPerson ? [update(writtenByPerson, sql`null::text`)] : []),
    ...(aboutPerson ? [redact(aboutPerson, createRedaction(values))] : []),
    ...(mayMentionPerson ? [redact(mayMentionPerson, createMentionRedaction(values))] : []),
  ];
}

/** Marks a person as deleted, archives their vehicles and ends their subscriptions. */
async function markDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`
    update vehicles set is_active = false, archived_at = coalesce(archived_at, ${now})
    where customer_id = ${id}
  `.execute(trx);
  await sql`
    update subscriptions set renews = false, ended_at = ${now}
    where customer_id = ${id} and ended_at is null
  `.execute(trx);
  await sql`
    update people set deleted_at = ${now}, updated_at = ${now} where id = ${id}
  `.execute(trx);
}
