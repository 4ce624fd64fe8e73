import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** How many of a customer's addresses are stored. */
const maxAddresses = 20;

/**
 * Returns the parts of a `with` clause that store an address as the one that the customer used last, with its
 * place; a known one is renewed. Beyond 20 the address that was not used for the longest time is deleted. The
 * caller must hold the customer's lock.
 */
export function rememberAddress(
  customerId: string,
  { address, position, precision }: LocatedAddress,
  now: Date,
): RawBuilder<unknown> {
  // Both in one statement, in which the deletion does not see the new row.
  return sql`
    stored_address as (
      insert into customer_addresses
        (customer_id, address, latitude, longitude, place_precision, last_used_at)
      values (${customerId}, ${address}, ${position?.lat ?? null}, ${position?.lng ?? null},
        ${precision}, ${now})
      on conflict (customer_id, address) do update
      set latitude = excluded.latitude, longitude = excluded.longitude,
        place_precision = excluded.place_precision, last_used_at = excluded.last_used_at
    ), forgotten_address as (
      delete from customer_addresses where id in (
        select id from customer_addresses where customer_id = ${customerId} and address <> ${address}
        order by last_used_at desc, id desc offset ${maxAddresses - 1}
      )
    )`;
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
