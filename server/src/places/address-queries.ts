// Reads tables owned by these modules: appointments
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Returns the addresses of a customer's past bookings with their positions, most recently used first. */
export async function listCustomerAddresses(
  db: Kysely<Database>,
  customerId: string,
): Promise<readonly LocatedAddress[]> {
  const rows = await db
    .selectFrom('customer_addresses')
    .select(['address', 'latitude', 'longitude', 'place_precision'])
    .where('customer_id', '=', customerId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ address, latitude, longitude, place_precision: precision }) => ({
    address,
    position: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    precision,
  }));
}
