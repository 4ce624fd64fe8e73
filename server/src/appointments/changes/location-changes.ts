import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** An appointment whose location has not been determined, because it was booked before locations were stored. */
export interface AppointmentWithoutLocation {
  readonly id: number;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly status: AppointmentStatus;
}

/** Returns up to `limit` appointments whose location has not been determined, in id order. */
export async function listAppointmentsWithoutLocation(
  db: Kysely<Database>,
  limit: number,
): Promise<readonly AppointmentWithoutLocation[]> {
  const { rows } = await sql<AppointmentWithoutLocation>`
    select id, address, latitude, longitude, status from appointments
    where place_precision is null order by id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Locks the given appointments that still have no location, and returns their ids. Skips appointments that another
 * transaction has locked, so that neither waits for the other.
 */
export async function lockAppointmentsWithoutLocation(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from appointments
    where id = any(${[...ids]}::int[]) and place_precision is null
    order by id for no key update skip locked
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the locations of appointments, each with its appointment's id. */
export async function storeLocations(
  trx: Transaction<Database>,
  locations: readonly (LocatedAddress & { readonly id: number })[],
): Promise<void> {
  const rows = locations.map(({ id, position, precision }) => ({
    id,
    latitude: position?.lat ?? null,
    longitude: position?.lng ?? null,
    place_precision: precision,
  }));
  await sql`
    update appointments a
    set latitude = p.latitude, longitude = p.longitude, place_precision = p.place_precision
    from json_populate_recordset(null::appointments, ${JSON.stringify(rows)}::json) p
    where a.id = p.id
  `.execute(trx);
}
