import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** This many consecutive wrong codes lock a second factor (`accounts.second-factor-lock`). */
const maxConsecutiveWrongCodes = 10;

/** How long a second factor stays locked, as a PostgreSQL interval. */
const secondFactorLockDuration = '15 minutes';

/**
 * Records an entered code before it is checked, so that simultaneous codes are limited like consecutive ones.
 * Returns false if wrong codes have locked the second factor; in that case, the code must not be checked. After a
 * correct code, call `resetCodeCount`.
 */
export async function recordCodeAttempt(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    with counted as (
      update two_factors set
        failed_verification_count =
          case when locked_until is null then failed_verification_count + 1 else 1 end,
        locked_until = case
          when locked_until is null and failed_verification_count + 1 >= ${maxConsecutiveWrongCodes}::int
            then now() + ${secondFactorLockDuration}::interval end
      where account_id = ${userId} and (locked_until is null or locked_until <= now())
      returning 1
    )
    select exists (select from two_factors where account_id = ${userId})
      and not exists (select from counted) as locked
  `.execute(db);
  return rows[0]?.locked !== true;
}

/** Resets the count after a correct code, because only consecutive wrong codes count. */
export async function resetCodeCount(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`
    update two_factors set failed_verification_count = 0, locked_until = null
    where account_id = ${userId}
  `.execute(db);
}

/** Deletes a second factor whose setup was started but not confirmed. */
export async function deleteUnconfirmedSecondFactor(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await sql`
    delete from two_factors where account_id = ${userId}
      and not (select two_factor_enabled from accounts where id = ${userId})
  `.execute(trx);
}

/** Records that a code was used; returns false if it was already used in the last two minutes (RFC 6238). */
export async function claimCode(
  db: Kysely<Database>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into used_totp_codes as used (account_id, code, used_at) values (${userId}, ${code}, now())
    on conflict (account_id, code) do update set used_at = now()
      where used.used_at < now() - interval '2 minutes'
    returning 1
  `.execute(db);
  return rows.length === 1;
}
