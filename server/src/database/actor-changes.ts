import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Sets the actor of this transaction: the person whom the audit trail's triggers record as the author of its changes.
 * Fails with `notSignedIn` if this person has no session, unless the same transaction creates the person.
 */
export async function setActor(trx: Transaction<Database>, actorId: string): Promise<void> {
  await sql`select set_audit_actor(${actorId})`.execute(trx);
}

/**
 * Sets the actor of this transaction to the customer of an appointment link. Fails with `linkEnded` if no link has this
 * token now.
 */
export async function setActorByLink(trx: Transaction<Database>, tokenHash: string): Promise<void> {
  await sql`select set_audit_actor_by_link(${tokenHash})`.execute(trx);
}

/** The SQLSTATE that `set_audit_actor_by_link` raises for a link that has ended. */
export const linkEnded = 'CW410';

/** The SQLSTATE that `set_audit_actor` raises for a person without a session. */
export const notSignedIn = 'CW401';
