import type { Role } from '@curbwrench/contract/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** A session with its person, read in one query on every signed-in request. */
export interface LiveSession {
  readonly userId: string;
  readonly role: Role;
  readonly updatedAt: Date;
}

/** The session a token opens, unless it is over; null for any other token. */
export async function findSession(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<LiveSession | null> {
  const { rows } = await sql<LiveSession>`
    select s.user_id as "userId", u.role, s.updated_at as "updatedAt"
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > ${now}
  `.execute(db);
  return rows[0] ?? null;
}
