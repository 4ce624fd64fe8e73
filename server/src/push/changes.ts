// Reads tables owned by these modules: accounts
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { PushKeys } from './push-key-queries.ts';

type Trx = Transaction<Database>;

/** Stores the server's key pair, unless one is stored already. */
export async function insertPushKeys(
  db: Kysely<Database>,
  { publicKey, privateKey }: PushKeys,
): Promise<void> {
  await sql`
    insert into push_keys (public_key, private_key) values (${publicKey}, ${privateKey})
    on conflict do nothing
  `.execute(db);
}

/**
 * Locks the session with this token, so that it can't end before the transaction does. Returns its id; null if it has
 * ended.
 */
export async function lockSession(trx: Trx, token: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where token = ${token} and expires_at > ${now} for key share
  `.execute(trx);
  return rows[0]?.id ?? null;
}

/** A push subscription to store. */
export interface NewPushSubscription {
  readonly accountId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly publicKey: string;
  readonly authSecret: string;
  readonly userAgent: string | null;
}

/**
 * Stores a push subscription and returns its id. If its endpoint is already stored, the stored subscription moves to
 * this account and session. Someone else's subscription moves only if the request contains its keys, which only its
 * browser knows. Otherwise, nothing changes and the result is null.
 */
export async function savePushSubscription(
  trx: Trx,
  subscription: NewPushSubscription,
  now: Date,
): Promise<number | null> {
  const { accountId, sessionId, endpoint, publicKey, authSecret, userAgent } = subscription;
  const { rows } = await sql<{ id: number }>`
    insert into push_subscriptions as stored
      (account_id, session_id, endpoint, public_key, auth_secret, user_agent, created_at)
    values (${accountId}, ${sessionId}, ${endpoint}, ${publicKey}, ${authSecret}, ${userAgent}, ${now})
    on conflict (endpoint) do update set account_id = excluded.account_id,
      session_id = excluded.session_id, public_key = excluded.public_key,
      auth_secret = excluded.auth_secret, user_agent = excluded.user_agent,
      created_at = case when stored.account_id = excluded.account_id
        then stored.created_at else excluded.created_at end,
      last_accepted_at = case when stored.account_id = excluded.account_id
        then stored.last_accepted_at end
    where stored.account_id = excluded.account_id or (stored.public_key = excluded.public_key
      and stored.auth_secret = excluded.auth_secret)
    returning id
  `.execute(trx);
  return rows[0]?.id ?? null;
}

/** Deletes one of an account's push subscriptions. Returns false if the account has none with this id. */
export async function deletePushSubscription(
  trx: Trx,
  accountId: string,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes push subscriptions that their push service no longer knows. */
export async function deleteExpiredSubscriptions(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from push_subscriptions where id = any(${[...ids]}::int[])`.execute(db);
}

/** Records that push services have accepted a message for these subscriptions. */
export async function recordAcceptance(
  db: Kysely<Database>,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update push_subscriptions set last_accepted_at = ${now} where id = any(${[...ids]}::int[])
  `.execute(db);
}
