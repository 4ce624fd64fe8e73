import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** Ends a person's sessions except the one with this token, or all of them if it is null. */
export async function endSessions(
  trx: Transaction<Database>,
  userId: string,
  exceptToken: string | null,
): Promise<void> {
  let query = trx.deleteFrom('sessions').where('account_id', '=', userId);
  if (exceptToken !== null) query = query.where('token', '!=', exceptToken);
  await query.execute();
}

/** Deletes a person's trusted browsers and their sign-ins that are waiting for a code. */
export async function deleteVerifications(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await trx.deleteFrom('verifications').where('value', '=', userId).execute();
}

/** Ends one of a person's sessions; returns false if they have no session with this id. */
export async function endSession(db: Handle, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends the session with this token, if there is one. */
export async function endSessionByToken(db: Handle, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute();
}

/**
 * Deletes expired sessions, the library's expired one-time values, and used codes that are too old to be valid again.
 * Uses the database's clock, because sessions expire in real time, not by the business's settable clock.
 */
export async function deleteExpiredSessions(db: Kysely<Database>): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
  await sql`delete from used_totp_codes where used_at < now() - interval '1 hour'`.execute(db);
}
