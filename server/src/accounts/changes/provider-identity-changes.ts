import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { ProviderSession } from '../queries/provider-identities.ts';

/** A person at a provider: the issuer, and their subject there. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** First half of the advisory lock's key; see locks.ts for the others. */
const identityLocks = 4206;

/** Locks an identity, so that no one else signs in with it meanwhile. Taken before any other lock. */
export async function lockIdentity(
  trx: Transaction<Database>,
  { issuer, subject }: ProviderIdentity,
): Promise<void> {
  const whose = `${issuer} ${subject}`;
  await sql`select pg_advisory_xact_lock(${identityLocks}::int, hashtext(${whose}))`.execute(trx);
}

/** Locks and returns the person linked with an identity; null: none. */
export async function lockLinkedPerson(
  trx: Transaction<Database>,
  identity: ProviderIdentity,
): Promise<{ readonly id: string; readonly active: boolean } | null> {
  const { rows } = await sql<{ id: string; active: boolean }>`
    select u.id, u.active from accounts a join users u on u.id = a.user_id
    where a.provider_id = ${identity.issuer} and a.account_id = ${identity.subject}
    for no key update of u
  `.execute(trx);
  return rows[0] ?? null;
}

/** A person with whom an identity may be linked by address. */
export interface Candidate {
  readonly id: string;
  readonly active: boolean;
  /** Whether they have verified the address. */
  readonly verified: boolean;
  readonly twoFactor: boolean;
}

/** Locks and returns the person with this address; null: none. */
export async function lockPersonByEmail(
  trx: Transaction<Database>,
  email: string,
): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    select id, active, email_verified as verified, two_factor_enabled as "twoFactor"
    from users where email = ${email} for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Links an identity, which is locked and not linked yet, with a person. */
export async function insertLink(
  trx: Transaction<Database>,
  link: ProviderIdentity & { readonly id: string; readonly userId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into accounts (id, account_id, provider_id, user_id, created_at, updated_at)
    values (${link.id}, ${link.subject}, ${link.issuer}, ${link.userId}, ${now}, ${now})
  `.execute(trx);
}

/** Stores with a session what its provider needs for signing out. */
export async function keepProviderSession(
  db: Kysely<Database>,
  token: string,
  session: ProviderSession,
): Promise<void> {
  await sql`
    insert into provider_sessions (session_id, provider, id_token)
    select id, ${session.provider}, ${session.idToken} from sessions where token = ${token}
  `.execute(db);
}
