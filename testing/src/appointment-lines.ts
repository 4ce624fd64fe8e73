import type { Store } from '@curbwrench/server/database/connection/store';
import { sql } from 'kysely';

/** Gives each appointment that was inserted without lines one line with its service, at `price`. */
export async function addMissingLines(
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
