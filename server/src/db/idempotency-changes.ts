import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { RepeatKey } from '../domain/repeat-key.ts';
import type { Database } from './schema.ts';

/** What became of the attempt that had this key first. */
export type Repeat =
  | { readonly kind: 'first' }
  | { readonly kind: 'repeat'; readonly reply: string }
  | { readonly kind: 'mismatch' };

/**
 * Claims the key for this transaction. A parallel repeat waits here until the first one ends: if
 * that committed, its reply comes back; if it was refused, the claim went with it and this one is
 * the first (D7: only successes are kept).
 */
export async function claimKey(
  trx: Transaction<Database>,
  repeat: RepeatKey,
  now: Date,
): Promise<Repeat> {
  const claimed = await sql`
    insert into idempotency_keys (user_id, call, key, body_hash, created_at)
    values (${repeat.userId}, ${repeat.call}, ${repeat.key}, ${repeat.bodyHash}, ${now})
    on conflict do nothing returning 1
  `.execute(trx);
  if (claimed.rows.length > 0) return { kind: 'first' };
  const { rows } = await sql<{ body_hash: string; reply: string | null }>`
    select body_hash, reply from idempotency_keys
    where user_id = ${repeat.userId} and call = ${repeat.call} and key = ${repeat.key}
  `.execute(trx);
  const [kept] = rows;
  if (kept?.reply == null || kept.body_hash !== repeat.bodyHash) return { kind: 'mismatch' };
  return { kind: 'repeat', reply: kept.reply };
}

/** A `with` clause that keeps the reply which every repeat will get, byte for byte. */
export function keepingReply(repeat: RepeatKey, reply: string): RawBuilder<unknown> {
  return sql`with kept as (
    update idempotency_keys set reply = ${reply}
    where user_id = ${repeat.userId} and call = ${repeat.call} and key = ${repeat.key}
  )`;
}

/** Forgets keys from before an instant. */
export async function forgetKeys(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db);
}
