// Reads tables of: accounts, appointments
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { eraseInvitedAddress, erasePersonalValues } from '../audit/changes.ts';
import { columnClasses } from './queries/column-classes.ts';
import type { Condition, Leaving, SharedText, TableClass } from './queries/table-class.ts';
import {
  blanked,
  blankingOf,
  blankingOfMentions,
  readIdentifyingValues,
  type Blanking,
  type IdentifyingValue,
} from './queries/identifying-texts.ts';
import { forgetMailsToStranger } from '../mail/changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Returns a customer's appointments that are still to happen or in progress, earliest first. */
export async function openAppointmentsOf(trx: Trx, customerId: string): Promise<number[]> {
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
 * Erases a person by the classes of all columns (`column-classes.ts`), including the audit trail's values.
 * Their row stays for the history, without a real name: which work was done when, on what make of car, for
 * how much. Comes last in a transaction: it holds the audit trail's lock.
 */
export async function erasePerson(trx: Trx, id: string, now: Date): Promise<void> {
  // Locks the row, so that nothing that refers to it can be added meanwhile.
  const { rows } = await sql<{ isAdmin: boolean; isProven: boolean }>`
    select role = 'admin' as "isAdmin", email_verified as "isProven"
    from users where id = ${id} for update
  `.execute(trx);
  const [state] = rows;
  if (!state) return;
  const values = await readIdentifyingValues(trx, id);
  const emails = values.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  // Messages sent to an unverified address may be meant for its owner.
  const addresses = state.isProven ? [...new Set(emails)] : [];
  const person: Leaving = { id, addresses, isAdmin: state.isAdmin };
  for (const [table, columns] of Object.entries(columnClasses)) {
    for (const statement of statementsFor(table, columns, person, values)) {
      await statement.execute(trx);
    }
  }
  await retire(trx, id, now);
  await erasePersonalValues(trx, id);
  for (const address of addresses) await eraseInvitedAddress(trx, address);
}

/** Erases a person, and deletes their row if nothing refers to it. */
export async function removePerson(trx: Trx, id: string, now: Date): Promise<void> {
  await erasePerson(trx, id, now);
  await sql`delete from users where id = ${id} and not (${hasHistory})`.execute(trx);
}

/**
 * Erases an address that was invited and never used to join. Comes last in a transaction: it may hold the
 * audit trail's lock.
 */
export async function eraseInvited(trx: Trx, address: string): Promise<void> {
  await forgetMailsToStranger(trx, address);
  await eraseInvitedAddress(trx, address);
}

/** A person's history: what refers to them and stays after they are erased. */
export const historyOfPeople = [
  'appointments.customer_id',
  'appointment_events.actor_id',
  'vehicles.customer_id',
  'payments.customer_id',
  'subscriptions.customer_id',
  'refunds.customer_id',
  'mechanics.user_id',
  'invitations.invited_by',
  'conversations.person_id',
  'messages.author_id',
] as const;

/** Whether anything refers to a row of users. */
export const hasHistory: RawBuilder<unknown> = sql.join(
  historyOfPeople.map((place) => {
    const [table = ''] = place.split('.');
    return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(place)} = users.id)`;
  }),
  sql` or `,
);

/** Returns the statements by which erasing a person changes one table, in this order. */
function statementsFor(
  table: string,
  { whose, rowsAreDeleted, replaced, shared }: TableClass,
  person: Leaving,
  values: readonly IdentifyingValue[],
): RawBuilder<unknown>[] {
  const changes = Object.entries(replaced).map(
    ([column, { becomes }]) => sql`${sql.ref(column)} = ${becomes}`,
  );
  return [
    ...(whose && rowsAreDeleted
      ? [sql`delete from ${sql.table(table)} where ${whose(person)}`]
      : []),
    ...(whose && changes.length > 0
      ? [sql`update ${sql.table(table)} set ${sql.join(changes)} where ${whose(person)}`]
      : []),
    ...Object.entries(shared).flatMap(([column, text]) =>
      textStatements(table, column, text, person, values),
    ),
  ];
}

function textStatements(
  table: string,
  column: string,
  { text, withText, own, about, mentions }: SharedText,
  person: Leaving,
  values: readonly IdentifyingValue[],
): RawBuilder<unknown>[] {
  const update = (condition: Condition, value: RawBuilder<string | null>) => sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${withText(value)}
    where (${condition(person)}) and ${text} is distinct from ${value}`;
  const blank = (condition: Condition, blanking: Blanking) =>
    update(condition, blanked(text, blanking));
  return [
    ...(own ? [update(own, sql`null::text`)] : []),
    ...(about ? [blank(about, blankingOf(values))] : []),
    ...(mentions ? [blank(mentions, blankingOfMentions(values))] : []),
  ];
}

/** Ends what else depends on a person. */
async function retire(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`
    update vehicles set is_active = false, archived_at = coalesce(archived_at, ${now})
    where customer_id = ${id}
  `.execute(trx);
  await sql`
    update subscriptions set renews = false, ended_at = ${now}
    where customer_id = ${id} and ended_at is null
  `.execute(trx);
  await sql`
    update users set email_verified = false, active = false, two_factor_enabled = false,
      deleted_at = ${now}, updated_at = ${now}
    where id = ${id}
  `.execute(trx);
}
