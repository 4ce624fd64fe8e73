// Reads tables owned by these modules: accounts, mechanics
import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A feed without its URL. */
export interface FeedRow {
  readonly id: number;
  readonly mechanic_id: string | null;
  readonly created_at: Date;
}

/** Returns the feeds that a person has created. */
export function listFeeds(db: Kysely<Database>, ownerId: string): Promise<FeedRow[]> {
  return db
    .selectFrom('calendar_feeds')
    .select(['id', 'mechanic_id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
}

/** A feed, with the account data that determines whether the person who created it may still read it. */
export interface FeedWithOwner {
  readonly feedId: number;
  readonly mechanicId: string | null;
  readonly mechanicName: string | null;
  readonly ownerId: string;
  readonly role: Role;
  readonly twoFactor: boolean;
  readonly hasPassword: boolean;
  readonly hasProvider: boolean;
}

/**
 * Returns the feed whose token has this hash. Returns null if there is none, or if the person who created it can no
 * longer sign in or see what the feed contains: a mechanic sees only their own jobs.
 */
export async function findFeed(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<FeedWithOwner | null> {
  const { rows } = await sql<FeedWithOwner>`
    select f.id as "feedId", f.mechanic_id as "mechanicId",
      nullif(trim(p.first_name || ' ' || p.last_name), '') as "mechanicName",
      a.id as "ownerId", a.role, a.two_factor_enabled as "twoFactor",
      exists (select from credentials
        where account_id = a.id and provider_id = 'credential') as "hasPassword",
      exists (select from credentials
        where account_id = a.id and provider_id <> 'credential') as "hasProvider"
    from calendar_feeds f join accounts a on a.id = f.owner_id
      left join people p on p.id = f.mechanic_id
    where f.token_hash = ${tokenHash} and a.active
      and (a.role in ('service_advisor', 'admin') or a.role = 'mechanic' and f.mechanic_id = a.id)
      and (f.mechanic_id is null
        or exists (select from mechanics where person_id = f.mechanic_id and active))
  `.execute(db);
  return rows[0] ?? null;
}
