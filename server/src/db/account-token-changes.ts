import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What a link in a message is for. */
export type TokenPurpose = 'verify_email' | 'change_email' | 'reset_password';

export interface AccountToken {
  readonly userId: string;
  readonly purpose: TokenPurpose;
  /** The address it was sent to. */
  readonly email: string;
}

/** Keeps a token, by the hash of the secret that only its recipient knows. */
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
      user_id: token.userId,
      purpose: token.purpose,
      email: token.email,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** Uses a token up: whoever gets it is the only one. Null: there is none, or its time is over. */
export async function takeToken(
  trx: Transaction<Database>,
  hash: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<AccountToken | null> {
  const row = await trx
    .deleteFrom('account_tokens')
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst();
  return row
    ? { userId: row.user_id, purpose: row.purpose as TokenPurpose, email: row.email }
    : null;
}

/** The same links, sent earlier, open nothing any more. */
export async function dropTokens(
  trx: Transaction<Database>,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Forgets tokens whose time is over. */
export async function forgetTokens(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', now).execute();
}

/** Uses up a code of a second factor; false when it was used in the last two minutes (RFC 6238). */
export async function claimCode(
  db: Kysely<Database>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into used_codes as used (user_id, code, used_at) values (${userId}, ${code}, now())
    on conflict (user_id, code) do update set used_at = now()
      where used.used_at < now() - interval '2 minutes'
    returning 1
  `.execute(db);
  return rows.length === 1;
}
