import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { ProviderSession } from '../queries/provider-identities.ts';

/** A person at a sign-in provider, identified by the issuer and their subject there. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The first half of the advisory lock's key; see locks.ts for the other lock classes. */
const identityLockClass = 4206;

/** Locks an identity, so that no other sign-in can use it. Must be taken before any other lock. */
export async function lockIdentity(
  trx: Transaction<Database>,
  { issuer, subject }: ProviderIdentity,
): Promise<void> {
  const identityKey = `${issuer} ${subject}`;
  await sql`
    select pg_advisory_xact_lock(${identityLockClass}::int, hashtext(${identityKey}))
  `.execute(trx);
}

/** Locks and returns the person linked to an identity; null if there is none. */
export async function lockLinkedPerson(
  trx: Transaction<Database>,
  identity: ProviderIdentity,
): Promise<{ readonly id: string; readonly active: boolean } | null> {
  const { rows } = await sql<{ id: string; active: boolean }>`
    select a.id, a.active from credentials c join accounts a on a.id = c.account_id
    where c.provider_id = ${identity.issuer} and c.subject = ${identity.subject}
    for no key update of a
  `.execute(trx);
  return rows[0] ?? null;
}

/** A person who has the same address as an identity, and who may therefore be linked to it. */
export interface LinkCandidate {
  readonly id: string;
  readonly active: boolean;
  /** Whether they have verified the address. */
  readonly emailVerified: boolean;
  readonly twoFactor: boolean;
}

/** Locks and returns the person with this address; null if there is none. */
export async function lockLinkCandidate(
  trx: Transaction<Database>,
  email: string,
): Promise<LinkCandidate | null> {
  const { rows } = await sql<LinkCandidate>`
    select id, active, email_verified as "emailVerified", two_factor_enabled as "twoFactor"
    from accounts where email = ${email} for no key update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Links an identity, which must be locked and not yet linked, to a person. */
export async function insertLink(
  trx: Transaction<Database>,
  link: ProviderIdentity & { readonly id: string; readonly userId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into credentials (id, subject, provider_id, account_id, created_at, updated_at)
    values (${link.id}, ${link.subject}, ${link.issuer}, ${link.userId}, ${now}, ${now})
  `.execute(trx);
}

/** Stores the data needed to sign a session out at its provider. */
export async function insertProviderSession(
  db: Kysely<Database>,
  token: string,
  session: ProviderSession,
): Promise<void> {
  await sql`
    insert into provider_sessions (session_id, provider, id_token)
    select id, ${session.provider}, ${session.idToken} from sessions where token = ${token}
  `.execute(db);
}
