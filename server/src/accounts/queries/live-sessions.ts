import type { Role } from '@curbwrench/contract/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Whose session a token opens, and what they may do. */
export interface SessionStanding {
  readonly token: string;
  readonly userId: string;
  readonly role: Role;
}

/** Of these sessions, those that still open anything, as they stand now; in one query. */
export async function findLiveSessions(
  db: Kysely<Database>,
  tokens: readonly string[],
  now: Date,
): Promise<SessionStanding[]> {
  const { rows } = await sql<SessionStanding>`
    select s.token, s.user_id as "userId", u.role
    from sessions s join users u on u.id = s.user_id
    where s.token = any(${[...tokens]}::text[]) and s.expires_at > ${now} and u.active
  `.execute(db);
  return rows;
}
