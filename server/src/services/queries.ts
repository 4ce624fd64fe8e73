import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database, ServicesTable } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A service as stored. */
export type ServiceRow = Selectable<ServicesTable>;

/** Returns the offered services, sorted by name. */
export async function listServices(db: Handle): Promise<readonly ServiceRow[]> {
  return db
    .selectFrom('services')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Returns a service, or null. Includes services no longer offered, since old appointments refer to them. */
export async function findService(db: Handle, id: number): Promise<ServiceRow | null> {
  const row = await db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}
