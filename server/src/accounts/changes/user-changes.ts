import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { PersonState } from '../rules/person.ts';
import { hasHistory } from '../../erasure/changes.ts';
import type { Database } from '../../database/schema.ts';

type Work = Transaction<Database>;

/**
 * Locks all active admins' rows until the transaction ends and returns their ids, so that two admins who
 * demote each other at once cannot leave none. Taken before any other lock on a person.
 */
export async function lockAdmins(trx: Work): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' and active order by id for no key update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks and returns a person; null: no such person, or deleted. */
export function lockState(trx: Work, id: string): Promise<PersonState | null> {
  return lockWho(trx, sql`id = ${id} and deleted_at is null`);
}

/** Does the same by e-mail address, in lower case. */
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
 * Locks the oldest sign-up from before this moment whose address was never verified, and returns its id;
 * null: there is none. Its owner may never have asked for an account here. Only accounts with a password and
 * without any activity.
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
