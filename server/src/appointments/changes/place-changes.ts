import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** An appointment without a place, from before places were stored. */
export interface UnplacedAppointment {
  readonly id: number;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Locks and returns the first appointments without a place, in the order of their ids. Those that another
 * transaction has locked are left out, so that neither waits for the other.
 */
export async function lockUnplaced(
  trx: Transaction<Database>,
  count: number,
): Promise<readonly UnplacedAppointment[]> {
  const { rows } = await sql<UnplacedAppointment>`
    select id, address, latitude, longitude from appointments
    where place_precision is null order by id limit ${count}
    for no key update skip locked
  `.execute(trx);
  return rows;
}

/** Stores the places of appointments, by their ids. */
export async function storePlaces(
  trx: Transaction<Database>,
  places: readonly (LocatedAddress & { readonly id: number })[],
): Promise<void> {
  const rows = places.map(({ id, position, precision }) => ({
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
