import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Forgets a person's names, addresses and the like wherever the audit trail keeps any, those of
 * this very transaction too, and keeps none of theirs from here on. The entries stay, and so
 * does their chain. Irreversible, and an entry itself.
 *
 * Holds the lock of the chain from here on, so it comes at the end of a transaction: nothing after it
 * may wait for anyone.
 */
export async function erasePersonalValues(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await sql`select erase_personal_values(${userId})`.execute(trx);
}

/**
 * Forgets an address in the trail's entries about invitations, unless it is invited now or
 * somebody's. Holds the lock of the chain, as `erasePersonalValues` does.
 */
export async function eraseInvitedAddress(
  trx: Transaction<Database>,
  address: string,
): Promise<void> {
  await sql`select erase_invited_address(${address})`.execute(trx);
}

/** Few enough that the embedded database, which has one session, is not held up for long. */
const sealedAtOnce = 100;

/**
 * Puts what was committed into the audit trail's chain, where it can be read and verified. Harmless
 * from several processes at once.
 */
export async function sealAudit(db: Kysely<Database>): Promise<void> {
  while ((await sealSome(db)) === sealedAtOnce);
}

/** The same for the oldest hundred: all there are, but in a rush. Answers how many it took. */
export async function sealSome(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select seal_audit(${sql.lit(sealedAtOnce)}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}
