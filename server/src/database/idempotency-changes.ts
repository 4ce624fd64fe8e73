import { sql, type Kysely, type Transaction } from 'kysely';
import type { IdempotencyKey } from './rules/idempotency-key.ts';
import type { Database } from './schema.ts';

/**
 * The first half of the advisory lock's key. Other locks use 4202 (days), 4203 (functions in the migrations), 4204
 * (addresses) and 4216 (service areas).
 */
const keyLockClass = 4205;

/** The outcome of the first successful request with an idempotency key. */
export interface FirstAttempt {
  /** Whether the first request had the same body as this one. */
  readonly hasSameBody: boolean;
  readonly reply: string;
}

/**
 * Locks the key and returns the outcome of the first successful attempt, or null if there was none. Waits until a
 * concurrent attempt ends, and then reads its reply in a separate statement, which sees what that attempt committed.
 */
export async function claimKey(
  trx: Transaction<Database>,
  { userId, endpoint, key, bodyHash }: IdempotencyKey,
): Promise<FirstAttempt | null> {
  // If different keys have the same hash, their requests wait for each other, which is harmless.
  const lockText = JSON.stringify([userId, endpoint, key]);
  await sql`select pg_advisory_xact_lock(${keyLockClass}::int, hashtext(${lockText}))`.execute(trx);
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('account_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    // The reply is written in the same transaction as the key.
    .$narrowType<{ reply: string }>()
    .executeTakeFirst();
  return row ? { hasSameBody: row.body_hash === bodyHash, reply: row.reply } : null;
}

/** Stores the reply, which is returned unchanged, byte for byte, to every repeated request. */
export async function storeReply(
  trx: Transaction<Database>,
  idempotencyKey: IdempotencyKey,
  reply: string,
  now: Date,
): Promise<void> {
  const { userId, endpoint, key, bodyHash } = idempotencyKey;
  await trx
    .insertInto('idempotency_keys')
    .values({ account_id: userId, endpoint, key, body_hash: bodyHash, reply, created_at: now })
    .execute();
}

/** Deletes the keys created before the given time. */
export async function deleteOldKeys(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db);
}
