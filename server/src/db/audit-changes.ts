import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Forgets a person's names, addresses and the like wherever the audit trail keeps any, those of
 * this very transaction too, and keeps none of theirs from here on (D7). The entries stay, and so
 * does their chain. Irreversible, and an entry itself.
 *
 * Holds the lock of the commit order from here on, so it comes at the end of a transaction, beside
 * `announce`: nothing after it may wait for anyone.
 */
export async function erasePersonalValues(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await sql`select erase_personal_values(${userId})`.execute(trx);
}
