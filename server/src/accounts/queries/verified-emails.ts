import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * Returns the person to whom a verified email address belongs: the account that signs in with it, or else the person
 * without an account who verified it; null if there is none. An address that the office entered, or that was never
 * verified, may be someone else's, so such a person is not returned. The caller must lock the address.
 */
export async function findPersonByVerifiedEmail(
  trx: Transaction<Database>,
  email: string,
): Promise<{ readonly id: string; readonly hasAccount: boolean } | null> {
  const { rows } = await sql<{ id: string; hasAccount: boolean }>`
    select id, true as "hasAccount", created_at from accounts where email = ${email} and email_verified
    union all
    select id, false, created_at from people p
    where email = ${email} and email_verified_at is not null and deleted_at is null
      and not exists (select from accounts where accounts.id = p.id)
    order by "hasAccount" desc, created_at, id limit 1
  `.execute(trx);
  const [row] = rows;
  return row ? { id: row.id, hasAccount: row.hasAccount } : null;
}
