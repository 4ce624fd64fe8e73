import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The maximum number of addresses stored per customer. */
const maxAddresses = 20;

/**
 * Returns the parts of a `with` clause that store an address, with its location, as the customer's most recently used
 * address. If the address is already stored, it is updated. Beyond `maxAddresses`, the least recently used address is
 * deleted. The caller must hold the customer's lock.
 */
export function storeAddress(
  customerId: string,
  { address, position, precision }: LocatedAddress,
  now: Date,
): RawBuilder<unknown> {
  // The address is inserted in the same statement, so the deletion does not see the new row and must leave room for it.
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

/** An address that an import adds to a customer who has none. */
export interface ImportedAddress {
  readonly customerId: string;
  readonly address: string;
}

/** Stores imported addresses, whose locations are not known. */
export async function storeImportedAddresses(
  trx: Transaction<Database>,
  addresses: readonly ImportedAddress[],
  now: Date,
): Promise<void> {
  await sql`
    insert into customer_addresses (customer_id, address, place_precision, last_used_at)
    select "customerId", address, 'unknown', ${now}
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
      as added ("customerId" text, address text)
    on conflict (customer_id, address) do nothing
  `.execute(trx);
}

/**
 * Stores the addresses of all appointments among their customers' addresses. Used for appointments that were inserted
 * in bulk, such as those of the demo.
 */
export async function storeBookedAddresses(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into customer_addresses
      (customer_id, address, latitude, longitude, place_precision, last_used_at)
    select distinct on (customer_id, address)
      customer_id, address, latitude, longitude, coalesce(place_precision, 'unknown'), created_at
    from appointments
    order by customer_id, address, created_at desc, id desc
  `.execute(trx);
}
