import type { Role } from '@curbwrench/contract/roles';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { erasePersonalValues } from './audit-changes.ts';
import type { PersonState } from '../domain/person.ts';
import { erasePerson } from './erasure-changes.ts';
import type { Database } from './schema.ts';

type Work = Transaction<Database>;

/**
 * Keeps every active admin's row until the transaction ends, and answers who they are: two admins
 * who demote each other at once must not leave none. Taken before any other row of a person.
 */
export async function lockAdmins(trx: Work): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' and active order by id for no key update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** A person, whose row is kept until the transaction ends; null: no such person, or deleted. */
export function lockState(trx: Work, id: string): Promise<PersonState | null> {
  return lockWho(trx, sql`id = ${id} and deleted_at is null`);
}

/** The same by an e-mail address, in lower case. */
export function lockStateByEmail(trx: Work, email: string): Promise<PersonState | null> {
  return lockWho(trx, sql`email = ${email}`);
}

async function lockWho(trx: Work, condition: RawBuilder<unknown>): Promise<PersonState | null> {
  const { rows } = await sql<PersonState>`
    select id, role, active, email_verified as "emailVerified"
    from users where ${condition} for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Sets a person's role. */
export async function setRole(trx: Work, id: string, role: Role, now: Date): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', id).execute();
}

/** Deactivates a person (false), or reactivates them. */
export async function setActive(trx: Work, id: string, active: boolean, now: Date): Promise<void> {
  await trx.updateTable('users').set({ active, updated_at: now }).where('id', '=', id).execute();
}

/** Where a person's history is: what refers to them and stays when they go. */
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

/**
 * Forgets who signed up before this moment and never proved their address (D3): whoever owns it
 * never asked for an account here. Only of those who came with a password, and under whose name
 * nothing ever happened; what the trail holds of them is erased. The oldest first, so many at once
 * that the trail's lock is never held for long.
 */
export async function forgetUnproven(trx: Work, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from users where id in (
      select id from users
      where not email_verified and active and deleted_at is null and role = 'customer'
        and created_at < ${before}
        and (select bool_and(provider_id = 'credential') from accounts where user_id = users.id)
        and not (${hasHistory})
      order by created_at limit 500
      for update skip locked
    )
    returning id
  `.execute(trx);
  for (const { id } of rows) await erasePersonalValues(trx, id);
}

/** Whether anything refers to a row of users. */
const hasHistory: RawBuilder<unknown> = sql.join(
  historyOfPeople.map((place) => {
    const [table = ''] = place.split('.');
    return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(place)} = users.id)`;
  }),
  sql` or `,
);

/**
 * Takes an address from an account that never proved it, together with every way into that
 * account: its row goes, and with it (by the foreign keys) its sessions, passwords, linked
 * providers, second factors and open tokens. Where something happened under it the row stays for
 * that history, as if its owner had deleted the account.
 */
export async function releaseAddress(trx: Work, userId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    delete from users where id = ${userId} and not (${hasHistory}) returning id
  `.execute(trx);
  if (rows.length === 0) await erasePerson(trx, userId, now);
}
