import { sql, type Kysely, type Transaction } from 'kysely';
import type { IdempotencyKey } from './rules/idempotency-key.ts';
import type { Database } from './schema.ts';

/**
 * The first half of the advisory lock's key. Others are 4202 (days), 4203 (functions of the migrations), 4204
 * (addresses) and 4216 (service areas).
 */
const keyLockClass = 4205;

/** The outcome of the first attempt with a key. */
export interface FirstAttempt {
  /** Whether it was the same request. */
  readonly isSame: boolean;
  readonly reply: string;
}

/**
 * Locks the key, and returns the outcome of its first attempt; null if this is the first. Only successful
 * attempts are recorded. Waits for a parallel attempt to end, and reads in a separate statement to see that
 * attempt's reply.
 */
export async function claimKey(
  trx: Transaction<Database>,
  { userId, call, key, bodyHash }: IdempotencyKey,
): Promise<FirstAttempt | null> {
  // Different keys with the same hash only wait for each other.
  const lockText = JSON.stringify([userId, call, key]);
  await sql`select pg_advisory_xact_lock(${keyLockClass}::int, hashtext(${lockText}))`.execute(trx);
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('account_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    // The reply is written in the same transaction as the key.
    .$narrowType<{ reply: string }>()
    .executeTakeFirst();
  return row ? { isSame: row.body_hash === bodyHash, reply: row.reply } : null;
}

/** Stores the reply, which every repeat gets byte for byte. */
export async function storeReply(
  trx: Transaction<Database>,
  repeat: IdempotencyKey,
  reply: string,
  now: Date,
): Promise<void> {
  const { userId, call, key, bodyHash } = repeat;
  await trx
    .insertInto('idempotency_keys')
    .values({ account_id: userId, call, key, body_hash: bodyHash, reply, created_at: now })
    .execute();
}

/** Deletes keys created before an instant. */
export async function deleteOldKeys(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db);
}
