import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The data that a provider needs to sign out a session that it opened. */
export interface ProviderSession {
  readonly provider: string;
  readonly idToken: string;
}

/** Returns the provider that a token's session came from; null for any other session. */
export async function findProviderSession(
  db: Kysely<Database>,
  token: string,
): Promise<ProviderSession | null> {
  const { rows } = await sql<ProviderSession>`
    select p.provider, p.id_token as "idToken"
    from provider_sessions p join sessions s on s.id = p.session_id
    where s.token = ${token}
  `.execute(db);
  return rows[0] ?? null;
}
