// Reads tables owned by these modules: accounts, appointments, vehicles
import type { FoundRecords } from '@curbwrench/contract/customers/schemas';
import { isLongEnough } from '@curbwrench/contract/customers/search-text';
import { parseDisplayId } from '@curbwrench/contract/fields/display-id';
import { sql, type Kysely } from 'kysely';
import { containsPattern, limitTo } from '../database/paging.ts';
import type { Database } from '../database/schema.ts';
import { listCustomers } from './customer-queries.ts';

/** The maximum number of results of each kind. */
const resultLimit = 5;

/**
 * Returns the first customers, vehicles and appointments that match the text that staff search for: a name, an email
 * address, a phone number, an address, a plate, or the number of an appointment.
 */
export async function findRecords(
  db: Kysely<Database>,
  text: string,
  today: string,
): Promise<FoundRecords> {
  const [customers, vehicles, appointments] = await Promise.all([
    listCustomers(db, { search: text, limit: resultLimit }, today),
    findVehicles(db, text),
    findAppointments(db, text),
  ]);
  return {
    customers: (customers?.rows ?? []).map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      address: row.addresses[0] ?? null,
    })),
    vehicles,
    appointments,
  };
}

async function findVehicles(db: Kysely<Database>, text: string) {
  if (!isLongEnough(text)) return [];
  const { rows } = await sql<FoundRecords['vehicles'][number]>`
    select v.id, v.make, v.model, v.year, v.plate_number as "plateNumber", v.customer_id as "customerId",
      u.name as "customerName"
    from (
      select * from vehicles where archived_at is null
        and lower(make || ' ' || model || ' ' || coalesce(plate_number, '')) like ${containsPattern(text)}
      ${limitTo(resultLimit)}
    ) v join people u on u.id = v.customer_id
    order by v.plate_number, v.id
  `.execute(db);
  return rows;
}

/** Finds the appointment with the given number, such as '#1042'. */
async function findAppointments(db: Kysely<Database>, text: string) {
  const id = parseDisplayId(text);
  if (id === null) return [];
  const { rows } = await sql<FoundRecords['appointments'][number]>`
    select b.id, to_char(b.date, 'YYYY-MM-DD') as date, to_char(b.start_time, 'HH24:MI') as "startTime",
      b.status, u.name as "customerName",
      (select description from appointment_lines l where l.appointment_id = b.id and l.position = 1) as service
    from appointments b join people u on u.id = b.customer_id
    where b.id = ${id}
  `.execute(db);
  return rows;
}
