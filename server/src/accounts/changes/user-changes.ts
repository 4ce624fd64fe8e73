import type { Role } from '@curbwrench/contract/roles';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { PersonState } from '../rules/person.ts';
import { hasHistory } from '../../erasure/changes.ts';
import type { Database } from '../../database/schema.ts';

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

/**
 * The oldest sign-up from before this moment that nobody ever proved, whose row is kept; null: there
 * is none. Whoever owns the address never asked for an account here. Only of those who came with a
 * password, and under whose name nothing ever happened.
 */
export async function lockUnproven(trx: Work, before: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where not email_verified and active and deleted_at is null and role = 'customer'
      and created_at < ${before}
      and (select bool_and(provider_id = 'credential') from accounts where user_id = users.id)
      and not (${hasHistory})
    order by created_at limit 1
    for update skip locked
  `.execute(trx);
  return rows[0]?.id ?? null;
}
