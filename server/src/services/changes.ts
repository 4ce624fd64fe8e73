import type { ServiceChange, ServiceInput } from '@curbwrench/contract/services/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ServiceRow } from './queries.ts';

/** Inserts a service and returns its row. */
export async function insertService(
  trx: Transaction<Database>,
  input: ServiceInput,
  now: Date,
): Promise<ServiceRow> {
  return trx
    .insertInto('services')
    .values({
      name: input.name,
      description: input.description,
      price: input.price,
      duration: input.duration,
      labor_hours: input.laborHours === null ? null : String(input.laborHours),
      skill: input.skill,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the given fields and returns the service, or null if it is not offered. */
export async function updateService(
  trx: Transaction<Database>,
  id: number,
  change: ServiceChange,
): Promise<ServiceRow | null> {
  const row = await trx
    .updateTable('services')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.price !== undefined && { price: change.price }),
      ...(change.duration !== undefined && { duration: change.duration }),
      ...(change.laborHours !== undefined && {
        labor_hours: change.laborHours === null ? null : String(change.laborHours),
      }),
      ...(change.skill !== undefined && { skill: change.skill }),
    })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Archives a service, so that it is no longer offered; existing appointments and bookings in progress can still
 * refer to it. Returns false if it is not offered.
 */
export async function archiveService(
  trx: Transaction<Database>,
  id: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update services set archived_at = ${now} where id = ${id} and archived_at is null returning 1
  `.execute(trx);
  return rows.length > 0;
}
