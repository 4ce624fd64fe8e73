import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { PersonState } from '../rules/roles.ts';
import { isReferenced } from '../../erasure/changes.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/**
 * Locks all active admins' accounts until the transaction ends and returns their ids, so that two admins who demote
 * each other at the same time cannot leave the business without an admin. This lock must be taken before any other
 * lock on a person.
 */
export async function lockAdmins(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where role = 'admin' and active order by id for no key update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks and returns a person with an account; null if there is no such account. */
export function lockPerson(trx: Trx, id: string): Promise<PersonState | null> {
  return lockPersonWhere(trx, sql`a.id = ${id}`);
}

/** Locks and returns the person whose account has this lowercase email address; null if there is none. */
export function lockPersonByEmail(trx: Trx, email: string): Promise<PersonState | null> {
  return lockPersonWhere(trx, sql`a.email = ${email}`);
}

async function lockPersonWhere(
  trx: Trx,
  condition: RawBuilder<unknown>,
): Promise<PersonState | null> {
  const { rows } = await sql<PersonState>`
    select a.id, a.role, a.active, a.email_verified as "emailVerified"
    from accounts a join people p on p.id = a.id where ${condition} for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Sets a person's role. */
export async function setRole(trx: Trx, id: string, role: Role, now: Date): Promise<void> {
  await trx.updateTable('accounts').set({ role, updated_at: now }).where('id', '=', id).execute();
}

/** Reactivates a person, or deactivates them if `active` is false. */
export async function setActive(trx: Trx, id: string, active: boolean, now: Date): Promise<void> {
  await trx.updateTable('accounts').set({ active, updated_at: now }).where('id', '=', id).execute();
}

/**
 * Locks the oldest account that was created before this time and whose address was never verified, and returns
 * its id; null if there is none. The address's owner may never have requested an account here. Ignores accounts
 * that are linked to a provider or have any activity.
 */
export async function lockUnverifiedSignUp(trx: Trx, before: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select people.id from accounts join people on people.id = accounts.id
    where not accounts.email_verified and accounts.active and accounts.role = 'customer'
      and accounts.created_at < ${before}
      and (select bool_and(provider_id = 'credential') from credentials where account_id = accounts.id)
      and not (${isReferenced})
    order by accounts.created_at limit 1
    for update skip locked
  `.execute(trx);
  return rows[0]?.id ?? null;
}
