import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Stores a code that is about to be sent; only the hashes of the code and of its token are stored. */
export async function insertVerificationCode(
  trx: Trx,
  code: { readonly tokenHash: string; readonly codeHash: string; readonly expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('booking_codes')
    .values({ token_hash: code.tokenHash, code_hash: code.codeHash, expires_at: code.expiresAt })
    .execute();
}

/** The result of entering a code. */
export interface CodeAttempt {
  readonly isCorrect: boolean;
  /** How many wrong codes were entered, including this one. */
  readonly attempts: number;
  /** Whether the code has already been used for a booking. */
  readonly isUsed: boolean;
}

/**
 * Compares an entered code with the stored code. Returns null if there is none, if too many wrong codes were entered,
 * or if it is no longer valid. Records that a correct code verified the email address, and counts wrong codes. Runs
 * outside the booking's transaction, so that this is kept if the booking is refused, and concurrent attempts can't
 * exceed the limit.
 */
export async function tryVerificationCode(
  db: Kysely<Database>,
  { tokenHash, codeHash }: { readonly tokenHash: string; readonly codeHash: string },
  now: Date,
): Promise<CodeAttempt | null> {
  const verifiedSince = new Date(now.getTime() - verificationCode.verifiedMinutes * 60_000);
  const { rows } = await sql<CodeAttempt>`
    update booking_codes set
      attempts = attempts + case when code_hash = ${codeHash} then 0 else 1 end,
      verified_at = case when code_hash = ${codeHash} then coalesce(verified_at, ${now}::timestamptz) else verified_at end
    where token_hash = ${tokenHash} and attempts < ${verificationCode.maxAttempts}
      and case when verified_at is null then expires_at > ${now} else verified_at > ${verifiedSince} end
    returning code_hash = ${codeHash} as "isCorrect", attempts, appointment_id is not null as "isUsed"
  `.execute(db);
  return rows[0] ?? null;
}

/** A code that was entered correctly, and the booking for which it was used. */
export interface LockedVerificationCode {
  readonly booking: {
    readonly appointmentId: number;
    readonly personId: string;
    readonly requestHash: string;
  } | null;
}

/** Locks a code that was entered correctly, so that it is used only once. Returns null if it has been deleted. */
export async function lockVerificationCode(
  trx: Trx,
  tokenHash: string,
): Promise<LockedVerificationCode | null> {
  const row = await trx
    .selectFrom('booking_codes')
    .select(['appointment_id', 'person_id', 'request_hash'])
    .where('token_hash', '=', tokenHash)
    .where('verified_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { appointment_id: appointmentId, person_id: personId, request_hash: requestHash } = row;
  if (appointmentId === null || personId === null || requestHash === null) return { booking: null };
  return { booking: { appointmentId, personId, requestHash } };
}

/** Stores who is booking with a code, and makes this person the actor of the transaction. */
export async function setActorToVerifiedCustomer(
  trx: Trx,
  tokenHash: string,
  personId: string,
): Promise<void> {
  await trx
    .updateTable('booking_codes')
    .set({ person_id: personId })
    .where('token_hash', '=', tokenHash)
    .execute();
  await sql`select set_audit_actor_by_booking_code(${tokenHash})`.execute(trx);
}

/** Marks a code as used for a booking. */
export async function markVerificationCodeUsed(
  trx: Trx,
  tokenHash: string,
  appointmentId: number,
  requestHash: string,
): Promise<void> {
  await trx
    .updateTable('booking_codes')
    .set({ appointment_id: appointmentId, request_hash: requestHash })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Deletes the codes that expired before this time. */
export async function deleteOldVerificationCodes(
  db: Kysely<Database>,
  before: Date,
): Promise<void> {
  await sql`delete from booking_codes where expires_at < ${before}`.execute(db);
}
