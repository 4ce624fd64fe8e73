import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The purpose of an emailed link. */
export type TokenPurpose =
  | 'verify_email'
  | 'change_email'
  | 'cancel_email_change'
  | 'reset_password';

/** An account's one-time token, which an emailed link contains. */
export interface AccountToken {
  readonly userId: string;
  readonly purpose: TokenPurpose;
  /** The address that the link is sent to. */
  readonly email: string;
}

/** Stores a token under the hash of its secret; only the recipient knows the secret itself. */
export async function insertToken(
  trx: Transaction<Database>,
  hash: string,
  token: AccountToken,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await trx
    .insertInto('account_tokens')
    .values({
      hash,
      account_id: token.userId,
      purpose: token.purpose,
      email: token.email,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/**
 * Deletes a token and returns it, so that only one caller gets it; null if there is none or it has expired.
 * Locks the token's account first, in the same order as commands that delete all of an account's tokens, to avoid
 * a deadlock.
 */
export async function consumeToken(
  trx: Transaction<Database>,
  hash: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<AccountToken | null> {
  await sql`
    select 1 from accounts where id = (select account_id from account_tokens where hash = ${hash})
    for no key update
  `.execute(trx);
  const row = await trx
    .deleteFrom('account_tokens')
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['account_id', 'purpose', 'email'])
    .executeTakeFirst();
  return row
    ? { userId: row.account_id, purpose: row.purpose as TokenPurpose, email: row.email }
    : null;
}

/** Deletes a person's tokens with these purposes, or all of them. Returns how many were deleted. */
export async function deleteTokens(
  trx: Transaction<Database>,
  userId: string,
  purposes: readonly TokenPurpose[] | 'all',
): Promise<number> {
  let query = trx.deleteFrom('account_tokens').where('account_id', '=', userId);
  if (purposes !== 'all') query = query.where('purpose', 'in', purposes);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes expired tokens. */
export async function deleteExpiredTokens(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', now).execute();
}
