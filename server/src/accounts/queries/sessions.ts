// Reads tables owned by these modules: mechanics
import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A session with its person, read in one query on every signed-in request. */
export interface SessionWithPerson {
  readonly userId: string;
  readonly role: Role;
  /** Whether a second factor is required when they sign in. */
  readonly twoFactor: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether they work as a mechanic. */
  readonly isMechanic: boolean;
  /** When activity was last recorded; null if never, or if they are not a mechanic. */
  readonly lastActiveAt: Date | null;
}

/**
 * Returns the session with this token, or null if there is none, it has ended, or the person can no longer
 * sign in.
 */
export async function findSession(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<SessionWithPerson | null> {
  const { rows } = await sql<SessionWithPerson>`
    select s.account_id as "userId", a.role, a.two_factor_enabled as "twoFactor",
      s.created_at as "createdAt", s.updated_at as "updatedAt",
      m.person_id is not null as "isMechanic", m.last_active_at as "lastActiveAt"
    from sessions s join accounts a on a.id = s.account_id
      left join mechanics m on m.person_id = a.id and m.active
    where s.token = ${token} and s.expires_at > ${now} and a.active
  `.execute(db);
  return rows[0] ?? null;
}

/** One of a person's sessions, as shown in their own list. */
export interface DeviceSessionRow {
  readonly id: string;
  readonly token: string;
  readonly created_at: Date;
  /** Updated no more than once an hour. */
  readonly updated_at: Date;
  readonly expires_at: Date;
  readonly user_agent: string | null;
  readonly ip_address: string | null;
}

/** Returns a person's open sessions, most recently used first. */
export function listSessions(
  db: Kysely<Database>,
  userId: string,
  now: Date,
): Promise<DeviceSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'token', 'created_at', 'updated_at', 'expires_at', 'user_agent', 'ip_address'])
    .where('account_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

/** A session that is still open, with its person's current role. */
export interface OpenSession {
  readonly token: string;
  readonly userId: string;
  readonly role: Role;
}

/** Returns the sessions with these tokens that are still open, in one query. */
export async function findOpenSessions(
  db: Kysely<Database>,
  tokens: readonly string[],
  now: Date,
): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.token, s.account_id as "userId", a.role
    from sessions s join accounts a on a.id = s.account_id
    where s.token = any(${[...tokens]}::text[]) and s.expires_at > ${now} and a.active
  `.execute(db);
  return rows;
}
