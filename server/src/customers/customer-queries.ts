// Reads tables owned by these modules: accounts, appointments, vehicles
import { extractPhoneDigits } from '@curbwrench/contract/customers/phone-number';
import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import { parseDisplayId } from '@curbwrench/contract/fields/display-id';
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Customer, CustomerQuery } from '@curbwrench/contract/customers/schemas';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  afterCursor,
  containsPattern,
  decodeCursor,
  joinWithAnd,
  limitTo,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database>;

/** A customer's record in the database, whether or not they have an account. */
export interface CustomerRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly other_phones: readonly string[];
  readonly office_notes: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly has_account: boolean;
  readonly active: boolean;
  readonly addresses: readonly string[];
  readonly vehicles: Customer['vehicles'];
  readonly last_appointment: Customer['lastAppointment'];
  readonly next_appointment: Customer['nextAppointment'];
}

const byName: SortColumn[] = [
  { column: sql`u.last_name`, descending: false, type: 'text' },
  { column: sql`u.first_name`, descending: false, type: 'text' },
  { column: sql`u.id`, descending: false, type: 'text' },
];

/** A SQL condition for whether `u` is a customer, that is, neither deleted nor staff. */
export const isCustomer = sql`u.deleted_at is null and (a.role is null or a.role = 'customer')`;

const appointmentDate = sql`json_build_object(
  'id', b.id, 'date', to_char(b.date, 'YYYY-MM-DD'), 'startTime', to_char(b.start_time, 'HH24:MI'))`;

/** Returns one page of the customers, sorted by name; null if the cursor does not belong to this list. */
export async function listCustomers(
  db: Handle,
  { search, phone, email, cursor, limit = 50 }: CustomerQuery,
  today: string,
): Promise<Page<CustomerRow> | null> {
  const conditions = [isCustomer];
  if (search) conditions.push(sql`u.id in (${selectMatchingIds(search)})`);
  if (phone !== undefined) conditions.push(hasPhone(phone));
  if (email !== undefined) conditions.push(sql`u.email = ${email}`);
  if (cursor !== undefined) {
    const values = decodeCursor(cursor, byName);
    if (!values) return null;
    conditions.push(afterCursor(byName, values));
  }
  const { rows } = await sql<CustomerRow>`
    ${selectCustomers(today)} where ${joinWithAnd(conditions)} ${orderBy(byName)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.last_name, last.first_name, last.id]);
}

/** Returns a customer; null if there is none with this id. */
export async function findCustomer(
  db: Handle,
  id: string,
  today: string,
): Promise<CustomerRow | null> {
  const { rows } = await sql<CustomerRow>`
    ${selectCustomers(today)} where u.id = ${id} and ${isCustomer}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns a SQL condition for whether `u` has this phone number, stored with or without the country code 1. */
function hasPhone(phone: string): RawBuilder<unknown> {
  const digits = extractPhoneDigits(phone);
  // The first condition can use an index; the second excludes longer numbers that contain these digits.
  return sql`phone_digits(u.phone, u.other_phones) like ${`%${digits}%`}
    and string_to_array(phone_digits(u.phone, u.other_phones), '|') && array[${digits}, ${`1${digits}`}]`;
}

function selectCustomers(today: string): RawBuilder<unknown> {
  return sql`
    select u.id, u.first_name, u.last_name, u.email, u.phone, u.other_phones, u.office_notes, u.version,
      u.created_at, a.id is not null as has_account, coalesce(a.active, true) as active,
      array(select c.address from customer_addresses c where c.customer_id = u.id
        order by c.last_used_at desc, c.id desc) as addresses,
      (select coalesce(json_agg(json_build_object('id', v.id, 'make', v.make, 'model', v.model,
          'year', v.year, 'plateNumber', v.plate_number)
          order by (select max(b.date) from appointments b
            where b.vehicle_id = v.id and b.status <> 'cancelled') desc nulls last, v.id), '[]')
        from vehicles v where v.customer_id = u.id and v.archived_at is null) as vehicles,
      (select ${appointmentDate} from appointments b
        where b.customer_id = u.id and b.status = 'completed'
        order by b.date desc, b.start_time desc, b.id desc limit 1) as last_appointment,
      (select ${appointmentDate} from appointments b
        where b.customer_id = u.id and b.status in (${sql.join(openStatuses)}) and b.date >= ${today}::date
        order by b.date, b.start_time, b.id limit 1) as next_appointment
    from people u left join accounts a on a.id = u.id`;
}

/**
 * Selects the ids of people whose name, email address, phone number, vehicle, plate or address contains the text, or
 * whose appointment has this number. Each branch has an index. The text must pass `isSearchable`.
 */
function selectMatchingIds(text: string): RawBuilder<unknown> {
  const like = containsPattern(text);
  const appointmentId = parseDisplayId(text);
  const digits = parsePhoneSearch(text);
  return sql.join(
    [
      ...(isLongEnoughForTextSearch(text)
        ? [
            sql`select id from people
              where lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) like ${like}`,
            sql`select customer_id from vehicles where archived_at is null
              and lower(make || ' ' || model || ' ' || coalesce(plate_number, '')) like ${like}`,
            sql`select customer_id from customer_addresses where lower(address) like ${like}`,
          ]
        : []),
      ...(digits === null
        ? []
        : [
            sql`select id from people where phone_digits(phone, other_phones) like ${`%${digits}%`}`,
          ]),
      ...(appointmentId === null
        ? []
        : [sql`select customer_id from appointments where id = ${appointmentId}`]),
    ],
    sql` union `,
  );
}

/** Returns the digits of a search text if it may be part of a phone number, otherwise null. */
export function parsePhoneSearch(text: string): string | null {
  const digits = extractPhoneDigits(text);
  return digits.length >= 3 && /^[\d\s().+\-/]+$/.test(text) ? digits : null;
}
