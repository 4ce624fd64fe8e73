// Reads tables owned by these modules: accounts, appointments, vehicles
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ExportedCustomer, ExportedVehicle } from './rules/export-lines.ts';

type Handle = Kysely<Database>;

/** How many rows each query reads; other requests are answered between queries. */
const pageSize = 500;

const isCustomer = sql`p.deleted_at is null and (a.role is null or a.role = 'customer')`;

/** Reads all customers, a page at a time. */
export async function* readCustomers(db: Handle): AsyncGenerator<readonly ExportedCustomer[]> {
  let lastId = '';
  for (;;) {
    const { rows } = await sql<ExportedCustomer>`
      select p.id, p.first_name, p.last_name, p.email, p.phone, p.other_phones, p.office_notes,
        (select c.address from customer_addresses c where c.customer_id = p.id
          order by c.last_used_at desc, c.id desc limit 1) as address
      from people p left join accounts a on a.id = p.id
      where ${isCustomer} and p.id > ${lastId} order by p.id limit ${pageSize}
    `.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    lastId = last.id;
  }
}

/** Reads all customers' vehicles except removed ones, a page at a time. */
export async function* readVehicles(db: Handle): AsyncGenerator<readonly ExportedVehicle[]> {
  let lastId = 0;
  for (;;) {
    const { rows } = await sql<ExportedVehicle & { readonly id: number }>`
      select v.id, v.customer_id, v.year, v.make, v.model, v.type, v.color, v.plate_number, v.vin,
        p.first_name, p.last_name, p.email, p.phone
      from vehicles v join people p on p.id = v.customer_id left join accounts a on a.id = p.id
      where v.archived_at is null and ${isCustomer} and v.id > ${lastId}
      order by v.id limit ${pageSize}
    `.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    lastId = last.id;
  }
}
