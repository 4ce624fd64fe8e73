import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Stores the SHA-256 hash of a new setup token; previous tokens become invalid. */
export async function storeSetUpToken(
  db: Kysely<Database>,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into set_up_token (token_hash, made_at) values (${tokenHash}, ${now})
    on conflict (only_one) do update
      set token_hash = excluded.token_hash, made_at = excluded.made_at
  `.execute(db);
}

/** Returns whether this is the valid token, without using it up. */
export async function isValidSetUpToken(db: Kysely<Database>, tokenHash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from set_up_token where token_hash = ${tokenHash}
  `.execute(db);
  return rows.length === 1;
}

/**
 * Deletes the setup token if this is the valid one, and returns whether it was. If several requests use the token at
 * the same time, only the first gets true; the others wait for it and get false.
 */
export async function consumeSetUpToken(
  trx: Transaction<Database>,
  tokenHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from set_up_token where token_hash = ${tokenHash} returning only_one
  `.execute(trx);
  return rows.length === 1;
}
