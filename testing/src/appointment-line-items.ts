import type { Store } from '@curbwrench/server/database/connection/store';
import type { Database } from '@curbwrench/server/database/schema';
import { sql, type Transaction } from 'kysely';

/** Gives each appointment without line items one line item: its service at `price`. */
export async function addMissingLineItems(
  { store }: { readonly store: Store },
  price: string,
): Promise<void> {
  await sql`
    insert into appointment_lines (appointment_id, position, kind, service_id, description, quantity,
      unit_price, duration)
    select a.id, 1, 'service', s.id, s.name, 1, ${price}::numeric,
      extract(epoch from a.end_time - a.start_time) / 60
    from appointments a join services s on s.id = a.service_id
    where not exists (select from appointment_lines l where l.appointment_id = a.id)
  `.execute(store.kysely);
}

/**
 * The line items of an appointment: one service at a price, optionally included in a plan, and any additional services.
 */
export interface LineItemDetails {
  readonly price?: string;
  readonly included_in?: number | null;
  /** The ids of additional services, each at 50.00. */
  readonly more_services?: readonly number[];
}

/** Gives a new appointment a line item for each service: the first at `price`, additional ones at 50.00. */
export async function insertLineItems(
  trx: Transaction<Database>,
  appointmentId: number,
  serviceIds: readonly number[],
  { price, includedIn }: { readonly price: string; readonly includedIn: number | null },
): Promise<void> {
  await sql`
    insert into appointment_lines (appointment_id, position, kind, service_id, description, quantity,
      unit_price, duration, included_in)
    select a.id, listed.position, 'service', s.id, s.name, 1,
      case listed.position when 1 then ${price}::numeric else 50 end,
      case listed.position when 1 then extract(epoch from a.end_time - a.start_time) / 60 else 0 end,
      case listed.position when 1 then ${includedIn}::int end
    from appointments a
    cross join unnest(${serviceIds}::int[]) with ordinality as listed (id, position)
    join services s on s.id = listed.id
    where a.id = ${appointmentId}
  `.execute(trx);
}
