// Reads tables owned by these modules: business
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Role } from '@curbwrench/contract/people/roles';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type { Database } from '../../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** An account and its person, as shown to that person. */
export interface AccountRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly phone: string | null;
  readonly image: string | null;
  readonly role: Role;
  readonly two_factor_enabled: boolean;
  readonly has_password: boolean;
  /** The issuers of the providers to which the account is linked. */
  readonly providers: string[];
}

/** Returns a person's account; null if they have none. */
export async function findAccount(db: Handle, id: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select a.id, p.first_name, p.last_name, a.email, a.email_verified, p.phone, p.image, a.role,
      a.two_factor_enabled,
      exists (select 1 from credentials where account_id = a.id and password is not null)
        as has_password,
      array(select provider_id from credentials
        where account_id = a.id and provider_id <> 'credential' order by provider_id) as providers
    from accounts a join people p on p.id = a.id where a.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** An account found by its email address. */
export interface AccountByEmail {
  readonly id: string;
  readonly first_name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly active: boolean;
}

/** Returns the account with this lowercase email address; null if there is none. */
export async function findByEmail(db: Handle, email: string): Promise<AccountByEmail | null> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.id')
    .select(['accounts.id', 'first_name', 'accounts.email', 'email_verified', 'active'])
    .where('accounts.email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether and how a person may sign in; null if they have no account. */
export async function findSignInMethods(
  db: Handle,
  id: string,
): Promise<{
  readonly active: boolean;
  readonly email_verified: boolean;
  readonly has_password: boolean;
  readonly has_provider: boolean;
} | null> {
  const { rows } = await sql<{
    active: boolean;
    email_verified: boolean;
    has_password: boolean;
    has_provider: boolean;
  }>`
    select active, email_verified,
      exists (select 1 from credentials where account_id = accounts.id and password is not null)
        as has_password,
      exists (select 1 from credentials where account_id = accounts.id and provider_id <> 'credential')
        as has_provider
    from accounts where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the password hash of the account with this address; null if it has no password or doesn't exist. */
export async function findPasswordHash(db: Handle, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .select('credentials.password')
    .where('accounts.email', '=', email)
    .where('credentials.provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Returns a person's account id and current security stamp; null if they have no account. */
export async function findSecurityStamp(
  db: Handle,
  userId: string,
): Promise<AccountSecurityStamp | null> {
  return findSecurityStampWhere(db, sql`id = ${userId}`);
}

/** Returns the security stamp of an account that is known to exist. */
export async function getSecurityStamp(db: Handle, userId: string): Promise<AccountSecurityStamp> {
  const account = await findSecurityStamp(db, userId);
  if (!account) throw new Error('Account not found.');
  return account;
}

/** Returns the security stamp of the account with this lowercase email address; null if there is none. */
export async function findSecurityStampByEmail(
  db: Handle,
  email: string,
): Promise<AccountSecurityStamp | null> {
  return findSecurityStampWhere(db, sql`email = ${email}`);
}

/** Returns the account whose sign-in still requires a code, by the auth library's identifier; null if there is none. */
export async function findPendingSignIn(
  db: Handle,
  identifier: string,
): Promise<AccountSecurityStamp | null> {
  return findSecurityStampWhere(
    db,
    sql`id = (select value from verifications where identifier = ${identifier})`,
  );
}

async function findSecurityStampWhere(
  db: Handle,
  condition: RawBuilder<unknown>,
): Promise<AccountSecurityStamp | null> {
  const { rows } = await sql<AccountSecurityStamp>`
    select id as "userId", security_stamp as stamp from accounts where ${condition}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the new address that a person has requested and not verified yet; null if there is none. */
export async function findPendingEmail(
  db: Handle,
  userId: string,
  now: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom('account_tokens')
    .select('email')
    .where('account_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Returns whether there is an admin who can sign in. If not, the setup creates the first admin. */
export async function hasAdmin(db: Handle): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where role = 'admin' and active limit 1
  `.execute(db);
  return rows.length === 1;
}

/** Returns the email address to which a token was sent; null if the token is not valid. */
export async function findTokenAddress(
  db: Handle,
  hash: string,
  now: Date,
): Promise<{ readonly email: string } | null> {
  const row = await db
    .selectFrom('account_tokens')
    .select('email')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a picture by its name; null if there is none. */
export async function findPicture(
  db: Kysely<Database>,
  name: string,
): Promise<{ readonly contentType: string; readonly bytes: Buffer } | null> {
  const { rows } = await sql<{ contentType: string; base64: string }>`
    select content_type as "contentType", base64 from pictures where name = ${name}
    union all
    select logo_content_type, logo_base64 from business where logo_name = ${name}
  `.execute(db);
  const [row] = rows;
  return row ? { contentType: row.contentType, bytes: Buffer.from(row.base64, 'base64') } : null;
}
