import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { RepeatKey } from '../domain/repeat-key.ts';
import type { Database } from './schema.ts';

/**
 * A statement that claims the key for this transaction, and answers a row if nobody had it. Waits
 * for a parallel repeat until that one ends: if it was refused, its claim went with it (D7: only
 * successes are kept).
 */
export function claiming(repeat: RepeatKey, now: Date): RawBuilder<unknown> {
  return sql`
    insert into idempotency_keys (user_id, call, key, body_hash, created_at)
    values (${repeat.userId}, ${repeat.call}, ${repeat.key}, ${repeat.bodyHash}, ${now})
    on conflict do nothing returning 1`;
}

/** What became of the attempt that had this key first. */
export type Repeat =
  | { readonly kind: 'first' }
  | { readonly kind: 'repeat'; readonly reply: string }
  | { readonly kind: 'mismatch' };

/** Claims the key for this transaction, or answers what the first attempt was answered. */
export async function claimKey(
  trx: Transaction<Database>,
  repeat: RepeatKey,
  now: Date,
): Promise<Repeat> {
  const { rows } = await claiming(repeat, now).execute(trx);
  if (rows.length > 0) return { kind: 'first' };
  const reply = await keptReply(trx, repeat);
  return reply === null ? { kind: 'mismatch' } : { kind: 'repeat', reply };
}

/** What the key's first attempt was answered; null if that had another body. */
export async function keptReply(
  trx: Transaction<Database>,
  repeat: RepeatKey,
): Promise<string | null> {
  const { rows } = await sql<{ reply: string | null }>`
    select reply from idempotency_keys
    where user_id = ${repeat.userId} and call = ${repeat.call} and key = ${repeat.key}
      and body_hash = ${repeat.bodyHash}
  `.execute(trx);
  return rows[0]?.reply ?? null;
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
