// Reads tables owned by these modules: accounts
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A push subscription, as its owner sees it. */
export interface PushSubscriptionRow {
  readonly id: number;
  readonly endpoint: string;
  readonly user_agent: string | null;
  /** Whether the subscription belongs to the session that reads it. */
  readonly current: boolean;
  readonly created_at: Date;
  readonly last_accepted_at: Date | null;
}

/** Returns an account's push subscriptions, oldest first, as seen from the session with this token. */
export async function listPushSubscriptions(
  db: Kysely<Database>,
  accountId: string,
  sessionToken: string | null,
): Promise<PushSubscriptionRow[]> {
  const { rows } = await sql<PushSubscriptionRow>`
    select p.id, endpoint, p.user_agent, s.id is not null as current, p.created_at, last_accepted_at
    from push_subscriptions p left join sessions s on s.id = p.session_id and s.token = ${sessionToken}
    where p.account_id = ${accountId} order by p.id
  `.execute(db);
  return rows;
}

/** The data needed to send a message to a browser. */
export interface PushTarget {
  readonly id: number;
  readonly endpoint: string;
  readonly public_key: string;
  readonly auth_secret: string;
}

/** Returns where to send a person's messages. */
export function listPushTargets(db: Kysely<Database>, personId: string): Promise<PushTarget[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'public_key', 'auth_secret'])
    .where('account_id', '=', personId)
    .orderBy('id')
    .execute();
}
