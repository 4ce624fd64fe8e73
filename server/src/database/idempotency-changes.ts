import { sql, type Kysely, type Transaction } from 'kysely';
import type { RepeatKey } from './rules/idempotency-key.ts';
import type { Database } from './schema.ts';

/** First half of the advisory lock's key; days have 4202, jobs of the migrations 4203, addresses 4204. */
const keyLocks = 4205;

/** What the attempt that had a key first was answered. */
export interface FirstAttempt {
  /** That it asked for the same thing. */
  readonly isSame: boolean;
  readonly reply: string;
}

/**
 * Locks the key and answers what became of its first attempt; null when this is the first. One that
 * was refused left nothing: only successes are recorded. Waits for a parallel repeat until that one
 * ends, and reads in a statement of its own, so as to see what it was answered.
 */
export async function claimKey(
  trx: Transaction<Database>,
  { userId, call, key, bodyHash }: RepeatKey,
): Promise<FirstAttempt | null> {
  // Keys that share a number wait for each other, and no more than that.
  const whole = JSON.stringify([userId, call, key]);
  await sql`select pg_advisory_xact_lock(${keyLocks}::int, hashtext(${whole}))`.execute(trx);
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    // Written with the key, in one transaction.
    .$narrowType<{ reply: string }>()
    .executeTakeFirst();
  return row ? { isSame: row.body_hash === bodyHash, reply: row.reply } : null;
}

/** Keeps the reply which every repeat will get, byte for byte. */
export async function keepReply(
  trx: Transaction<Database>,
  repeat: RepeatKey,
  reply: string,
  now: Date,
): Promise<void> {
  const { userId, call, key, bodyHash } = repeat;
  await trx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, call, key, body_hash: bodyHash, reply, created_at: now })
    .execute();
}

/** Forgets keys from before an instant. */
export async function forgetKeys(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db);
}
