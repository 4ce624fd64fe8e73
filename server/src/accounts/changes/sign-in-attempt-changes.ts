import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A started but unfinished sign-in through a provider. */
export interface SignInAttempt {
  /** The hash of the state and the binding (a secret in the browser's cookie). Both are needed to find the attempt. */
  readonly hash: string;
  readonly provider: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** Stores an attempt until it is used or expires. */
export async function insertSignInAttempt(
  db: Kysely<Database>,
  attempt: SignInAttempt,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into sign_in_attempts (hash, provider, nonce, verifier, return_to, expires_at)
    values (${attempt.hash}, ${attempt.provider}, ${attempt.nonce}, ${attempt.verifier},
      ${attempt.returnTo}, ${expiresAt})
  `.execute(db);
}

/** Deletes an attempt and returns it, so that only one response can use it; null if there is none or it has expired. */
export async function consumeSignInAttempt(
  db: Kysely<Database>,
  hash: string,
  provider: string,
  now: Date,
): Promise<SignInAttempt | null> {
  const { rows } = await sql<SignInAttempt & { expiresAt: Date }>`
    delete from sign_in_attempts where hash = ${hash} and provider = ${provider}
    returning hash, provider, nonce, verifier, return_to as "returnTo", expires_at as "expiresAt"
  `.execute(db);
  const [attempt] = rows;
  return attempt && attempt.expiresAt > now ? attempt : null;
}

/** Deletes attempts that expired before this time. */
export async function deleteExpiredSignInAttempts(
  db: Kysely<Database>,
  before: Date,
): Promise<void> {
  await sql`delete from sign_in_attempts where expires_at < ${before}`.execute(db);
}
