import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { RepeatKey } from '../domain/repeat-key.ts';
import type { Database } from './schema.ts';

/** First half of the advisory lock's key; days have 4202, jobs of the migrations 4203, addresses 4204. */
const keyLocks = 4205;

/**
 * An expression that keeps a `wholeKey` for this transaction. Waits for a parallel repeat until that
 * one ends; so only a later statement sees what it was answered.
 */
export function lockingKey(whole: unknown): RawBuilder<unknown> {
  // Keys that share a number wait for each other, and no more than that.
  return sql`pg_advisory_xact_lock(${keyLocks}::int, hashtext(${whole}))`;
}

/** Whose key it is, for which call: what `lockingKey` locks. */
export function wholeKey({ userId, call, key }: RepeatKey): string {
  return JSON.stringify([userId, call, key]);
}

/** What the attempt that had a key first was answered. */
export interface FirstAttempt {
  /** That it asked for the same thing. */
  readonly isSame: boolean;
  readonly reply: string;
}

/**
 * An expression for the key's first attempt as JSON; null: there was none (`FirstAttempt`). Given
 * each part of the key, or where in a statement it goes.
 */
export function firstAttempt(part: (name: keyof RepeatKey) => unknown): RawBuilder<unknown> {
  return sql`(
    select json_build_object('isSame', body_hash = ${part('bodyHash')}, 'reply', reply)
    from idempotency_keys
    where user_id = ${part('userId')} and call = ${part('call')} and key = ${part('key')})`;
}

/**
 * Keeps the key for this transaction and answers what became of its first attempt; null when this
 * is the first. One that was refused left nothing (D7: only successes are kept).
 */
export async function claimKey(
  trx: Transaction<Database>,
  repeat: RepeatKey,
): Promise<FirstAttempt | null> {
  // Sent together, run in this order.
  const [, { rows }] = await Promise.all([
    sql`select ${lockingKey(wholeKey(repeat))}`.execute(trx),
    sql<{
      first: FirstAttempt | null;
    }>`select ${firstAttempt((name) => repeat[name])} as first`.execute(trx),
  ]);
  return rows[0]?.first ?? null;
}

/** A `with` clause that keeps the reply which every repeat will get, byte for byte. */
export function keepingReply(repeat: RepeatKey, reply: string, now: Date): RawBuilder<unknown> {
  return sql`with kept as (
    insert into idempotency_keys (user_id, call, key, body_hash, reply, created_at)
    values (${repeat.userId}, ${repeat.call}, ${repeat.key}, ${repeat.bodyHash}, ${reply}, ${now})
  )`;
}

/** Forgets keys from before an instant. */
export async function forgetKeys(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db);
}
