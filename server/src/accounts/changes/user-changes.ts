import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { PersonState } from '../rules/roles.ts';
import { isReferenced } from '../../erasure/changes.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Locks all active admins' rows until the transaction ends and returns their ids, so that two admins who
 * demote each other at once cannot leave none. Taken before any other lock on a person.
 */
export async function lockAdmins(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' and active order by id for no key update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks and returns a person; null: no such person, or deleted. */
export function lockPerson(trx: Trx, id: string): Promise<PersonState | null> {
  return lockPersonWhere(trx, sql`id = ${id} and deleted_at is null`);
}

/** Locks and returns the person with an e-mail address, in lower case; null: no one. */
export function lockPersonByEmail(trx: Trx, email: string): Promise<PersonState | null> {
  return lockPersonWhere(trx, sql`email = ${email}`);
}

async function lockPersonWhere(
  trx: Trx,
  condition: RawBuilder<unknown>,
): Promise<PersonState | null> {
  const { rows } = await sql<PersonState>`
    select id, role, active, email_verified as "emailVerified"
    from users where ${condition} for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Sets a person's role. */
export async function setRole(trx: Trx, id: string, role: Role, now: Date): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', id).execute();
}

/** Deactivates a person (false), or reactivates them. */
export async function setActive(trx: Trx, id: string, active: boolean, now: Date): Promise<void> {
  await trx.updateTable('users').set({ active, updated_at: now }).where('id', '=', id).execute();
}

/**
 * Locks the oldest sign-up from before this moment whose address was never verified, and returns its id;
 * null: there is none. The address's owner may never have requested an account here. Ignores accounts linked
 * with a provider and accounts with any activity.
 */
export async function lockUnverifiedSignUp(trx: Trx, before: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where not email_verified and active and deleted_at is null and role = 'customer'
      and created_at < ${before}
      and (select bool_and(provider_id = 'credential') from accounts where user_id = users.id)
      and not (${isReferenced})
    order by created_at limit 1
    for update skip locked
  `.execute(trx);
  return rows[0]?.id ?? null;
}
