import { smsCode } from '@curbwrench/contract/texting/sms-consent';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** A code to store, as a hash. */
interface NewCode {
  readonly personId: string;
  readonly number: string;
  readonly hash: string;
  readonly consentVersion: string;
  readonly expiresAt: Date;
}

/** Stores the code that is about to be sent to a person, in place of any previous one. */
export async function storeTextingCode(
  trx: Trx,
  { personId, number, hash, consentVersion, expiresAt }: NewCode,
): Promise<void> {
  await sql`
    insert into sms_codes (person_id, number, hash, text_version, attempts, expires_at)
    values (${personId}, ${number}, ${hash}, ${consentVersion}, 0, ${expiresAt})
    on conflict (person_id) do update set number = excluded.number, hash = excluded.hash,
      text_version = excluded.text_version, attempts = 0, expires_at = excluded.expires_at
  `.execute(trx);
}

/** A stored code. */
export interface TextingCode {
  readonly number: string;
  readonly hash: string;
  readonly consentVersion: string;
  /** How many attempts were made, including this one. */
  readonly attempts: number;
}

/**
 * Records an attempt to enter a person's code, and returns the code; null if there is none, it has expired or it has no
 * attempts left. Runs outside the command's transaction, so that a refused attempt counts too, and concurrent
 * attempts can't exceed the limit.
 */
export async function recordCodeAttempt(
  db: Kysely<Database>,
  personId: string,
  now: Date,
): Promise<TextingCode | null> {
  const { rows } = await sql<TextingCode>`
    update sms_codes set attempts = attempts + 1
    where person_id = ${personId} and expires_at > ${now} and attempts < ${smsCode.maxAttempts}
    returning number, hash, text_version as "consentVersion", attempts
  `.execute(db);
  return rows[0] ?? null;
}

/** Deletes a person's code. Returns false if it has already been used or replaced. */
export async function deleteTextingCode(
  db: Kysely<Database>,
  personId: string,
  hash: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from sms_codes where person_id = ${personId} and hash = ${hash} returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Deletes the codes that have expired. */
export async function deleteExpiredTextingCodes(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from sms_codes where expires_at <= ${now}`.execute(db);
}
