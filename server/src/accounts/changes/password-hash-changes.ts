import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Replaces the hash of a password by a newer one; nothing, if the password changed meanwhile. */
export async function replaceHash(
  db: Kysely<Database>,
  former: string,
  hash: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password: hash })
    .where('provider_id', '=', 'credential')
    .where('password', '=', former)
    .execute();
}
