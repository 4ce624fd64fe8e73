import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Sets the person as whom this transaction changes rows; the triggers of the audit trail record it. Fails
 * with `notSignedIn` for a person without a session, unless this transaction is about to create the person.
 */
export async function setActor(trx: Transaction<Database>, actorId: string): Promise<void> {
  await sql`select set_audit_actor(${actorId})`.execute(trx);
}

/** The SQLSTATE of `set_audit_actor` for a person without a session. */
export const notSignedIn = 'CW401';
