import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Removes a person's names, addresses and other personal values from all audit entries, including those of this
 * transaction, and stops recording their personal values. The entries and their chain are kept. Irreversible; the
 * erasure itself is recorded as an entry.
 *
 * Holds the chain's lock until the transaction ends, so call it last: nothing after it may wait for another
 * transaction.
 */
export async function erasePersonalValues(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await sql`select erase_personal_values(${userId})`.execute(trx);
}

/**
 * Removes an address from the audit entries about invitations, unless the address is in use now or has an open
 * invitation. Holds the chain's lock until the transaction ends, as `erasePersonalValues` does.
 */
export async function eraseInvitedAddress(
  trx: Transaction<Database>,
  address: string,
): Promise<void> {
  await sql`select erase_invited_address(${address})`.execute(trx);
}

/** Small, so that the embedded database, which has only one session, is not blocked for long. */
const batchSize = 100;

/**
 * Seals committed changes into the audit trail's chain, where they can be read and verified. Safe to run in
 * several processes at once.
 */
export async function sealAudit(db: Kysely<Database>): Promise<void> {
  while ((await sealBatch(db)) === batchSize);
}

/** Seals up to a hundred committed changes, oldest first; normally there are fewer. Returns how many it sealed. */
export async function sealBatch(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select seal_audit(${sql.lit(batchSize)}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}
