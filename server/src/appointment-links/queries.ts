import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The address of an appointment's link: a salt, from which the token is derived, and the hash of that token. */
export interface LinkAddress {
  readonly salt: string;
  readonly tokenHash: string;
}

/** An appointment's link to its customer, as stored. */
export interface StoredLink extends LinkAddress {
  readonly version: number;
  readonly endedAt: Date | null;
}

/** Reads the link of an appointment and a person; null if there never was one. */
export async function findStoredLink(
  db: Kysely<Database> | Transaction<Database>,
  appointmentId: number,
  personId: string,
): Promise<StoredLink | null> {
  const row = await db
    .selectFrom('appointment_links')
    .select(['salt', 'token_hash as tokenHash', 'version', 'ended_at as endedAt'])
    .where('appointment_id', '=', appointmentId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? null;
}
