import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** How many of a customer's addresses are stored. */
const maxAddresses = 20;

/**
 * Stores an address as the one that the customer used last, with its place; a known one is renewed. Beyond 20
 * the address that was not used for the longest time is deleted. The caller must hold the customer's lock.
 */
export async function rememberAddress(
  trx: Transaction<Database>,
  customerId: string,
  place: LocatedAddress,
  now: Date,
): Promise<void> {
  const columns = {
    latitude: place.position?.lat ?? null,
    longitude: place.position?.lng ?? null,
    place_precision: place.precision,
    last_used_at: now,
  };
  await trx
    .insertInto('customer_addresses')
    .values({ customer_id: customerId, address: place.address, ...columns })
    .onConflict((conflict) => conflict.columns(['customer_id', 'address']).doUpdateSet(columns))
    .execute();
  await sql`
    delete from customer_addresses where id in (
      select id from customer_addresses where customer_id = ${customerId}
      order by last_used_at desc, id desc offset ${maxAddresses}
    )
  `.execute(trx);
}

/**
 * Stores the addresses of all appointments as their customers' own. For appointments that were not booked one
 * by one, such as those of the demo.
 */
export async function rememberBookedAddresses(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into customer_addresses
      (customer_id, address, latitude, longitude, place_precision, last_used_at)
    select distinct on (customer_id, address)
      customer_id, address, latitude, longitude, coalesce(place_precision, 'unknown'), created_at
    from appointments
    order by customer_id, address, created_at desc, id desc
  `.execute(trx);
}
