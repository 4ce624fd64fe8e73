import type { Role } from '@curbwrench/contract/roles';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** The role of a person, whose row is kept until the transaction ends; null: no such person. */
export async function lockRole(trx: Transaction<Database>, id: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${id} for no key update
  `.execute(trx);
  return rows[0]?.role ?? null;
}

/**
 * Keeps every admin's row until the transaction ends, and answers who they are: two admins who
 * demote each other at once must not leave none.
 */
export async function lockAdmins(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' order by id for no key update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Sets a person's role. */
export async function setRole(
  trx: Transaction<Database>,
  id: string,
  role: Role,
  now: Date,
): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', id).execute();
}
