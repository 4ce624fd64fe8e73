// Reads tables owned by these modules: accounts, appointments, vehicles
import type { FoundRecords } from '@curbwrench/contract/customers/schemas';
import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import { parseDisplayId } from '@curbwrench/contract/fields/display-id';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { containsPattern, limitTo } from '../database/paging.ts';
import type { Database } from '../database/schema.ts';
import { isCustomer, parsePhoneSearch } from './customer-queries.ts';

type Handle = Kysely<Database>;

/** The maximum number of results of each kind. */
const resultLimit = 5;

/**
 * Text of up to this many characters is also searched for inside names, addresses and plates, until there are enough
 * results. Longer text is searched for inside them only if none begins with it: the trigram index looks up every group
 * of three characters, and groups that almost every record contains, such as "@ex" or "str", take milliseconds to read.
 */
const shortTextLength = 12;

/**
 * Returns the first customers, vehicles and appointments that match a search by staff for a name, an email address, a
 * phone number, an address, a plate, or the number of an appointment. Values that begin with the text come first. Each
 * index is read only until there are enough results, so a common name takes no longer than a rare one.
 */
export async function findRecords(db: Handle, text: string): Promise<FoundRecords> {
  const [customers, vehicles, appointments] = await Promise.all([
    findCustomers(db, text),
    findVehicles(db, text),
    findAppointments(db, text),
  ]);
  return { customers, vehicles, appointments };
}

async function findCustomers(db: Handle, text: string): Promise<FoundRecords['customers']> {
  const { rows } = await sql<FoundRecords['customers'][number]>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone,
      (select c.address from customer_addresses c where c.customer_id = u.id
        order by c.last_used_at desc, c.id desc limit 1) as address
    from (${selectFirstMatches(customerMatches(text), text)}) found join people u on u.id = found.id
    order by found.rank, u.last_name, u.first_name, u.id ${limitTo(resultLimit)}
  `.execute(db);
  return rows;
}

async function findVehicles(db: Handle, text: string): Promise<FoundRecords['vehicles']> {
  if (!isLongEnoughForTextSearch(text)) return [];
  const vehicles = sql`select v.id from vehicles v where v.archived_at is null`;
  const matches: Matches = {
    prefix: vehiclePrefixColumns.map((column) => selectByPrefix(vehicles, column, text)),
    substring: [selectBySubstring(vehicles, vehicleText, text)],
  };
  const { rows } = await sql<FoundRecords['vehicles'][number]>`
    select v.id, v.make, v.model, v.year, v.plate_number as "plateNumber", v.customer_id as "customerId",
      u.name as "customerName"
    from (${selectFirstMatches(matches, text)}) found join vehicles v on v.id = found.id
      join people u on u.id = v.customer_id
    order by found.rank, v.plate_number, v.id ${limitTo(resultLimit)}
  `.execute(db);
  return rows;
}

/** Finds the appointment with the given number, such as '#1042'. */
async function findAppointments(db: Handle, text: string) {
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

/** Queries that each select the ids of the first few matches. */
interface Matches {
  /** For records that begin with the text, or that it identifies exactly. */
  readonly prefix: readonly RawBuilder<unknown>[];
  /** For records that contain the text anywhere. */
  readonly substring: readonly RawBuilder<unknown>[];
}

// Each of these expressions has an index.
const vehiclePrefixColumns = [sql`lower(v.plate_number)`, sql`lower(v.make || ' ' || v.model)`];
const vehicleText = sql`lower(v.make || ' ' || v.model || ' ' || coalesce(v.plate_number, ''))`;
const namePrefixColumns = [
  sql`lower(u.last_name || ' ' || u.first_name)`,
  sql`lower(u.first_name || ' ' || u.last_name)`,
  sql`u.email`,
];
const nameText = sql`lower(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.email, ''))`;
/** An address with and without its house number, since staff may not know the number. */
const addressPrefixColumns = [
  sql`lower(c.address)`,
  sql`regexp_replace(lower(c.address), '^[0-9][^ ]* +', '')`,
];
const addressText = sql`lower(c.address)`;

function customerMatches(text: string): Matches {
  const prefix: RawBuilder<unknown>[] = [];
  const substring: RawBuilder<unknown>[] = [];
  const people = selectCustomerIds(sql`people u`);
  const appointmentId = parseDisplayId(text);
  if (appointmentId !== null) {
    const appointments = sql`appointments b join people u on u.id = b.customer_id`;
    prefix.push(sql`${selectCustomerIds(appointments)} and b.id = ${appointmentId}`);
  }
  const digits = parsePhoneSearch(text);
  if (digits !== null) {
    // Staff often know only the last digits of a phone number, so any part of the number counts as its prefix.
    prefix.push(selectBySubstring(people, sql`phone_digits(u.phone, u.other_phones)`, digits));
  }
  if (isLongEnoughForTextSearch(text)) {
    const addresses = selectCustomerIds(
      sql`customer_addresses c join people u on u.id = c.customer_id`,
    );
    const vehicles = sql`${selectCustomerIds(sql`vehicles v join people u on u.id = v.customer_id`)}
      and v.archived_at is null`;
    prefix.push(
      ...namePrefixColumns.map((column) => selectByPrefix(people, column, text)),
      ...addressPrefixColumns.map((column) => selectByPrefix(addresses, column, text)),
      ...vehiclePrefixColumns.map((column) => selectByPrefix(vehicles, column, text)),
    );
    substring.push(
      selectBySubstring(people, nameText, text),
      selectBySubstring(addresses, addressText, text),
      selectBySubstring(vehicles, vehicleText, text),
    );
  }
  return { prefix, substring };
}

function selectCustomerIds(tables: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select u.id from ${tables} left join accounts a on a.id = u.id where ${isCustomer}`;
}

/**
 * Adds the condition that the column begins with the text, and limits the query to the first matches in the order of
 * the column's index. Uses a range instead of `like`: in a prepared statement the pattern is a parameter, so the
 * planner can't turn it into an index range.
 */
function selectByPrefix(
  select: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  text: string,
): RawBuilder<unknown> {
  const first = text.toLowerCase();
  // U+10FFFF sorts after every other character.
  return sql`${select} and ${column} ~>=~ ${first} and ${column} ~<~ ${`${first}\u{10FFFF}`}
    order by ${column} using ~<~ ${limitTo(resultLimit)}`;
}

/**
 * Adds the condition that the column contains the text. Reads twice as many matches as the limit, since up to
 * `resultLimit` of them may also be prefix matches.
 */
function selectBySubstring(
  select: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  text: string,
): RawBuilder<unknown> {
  return sql`${select} and ${column} like ${containsPattern(text)} ${limitTo(2 * resultLimit)}`;
}

/**
 * Selects the ids of matches, ranked so that those that begin with the text come first. Matches that only contain the
 * text are read only if they are needed (`shortTextLength`).
 */
function selectFirstMatches({ prefix, substring }: Matches, text: string): RawBuilder<unknown> {
  const joinWithUnion = (queries: readonly RawBuilder<unknown>[]) =>
    sql.join(
      queries.map((query) => sql`(${query})`),
      sql` union `,
    );
  const sufficientCount = text.length > shortTextLength ? 1 : resultLimit;
  const substringMatches =
    substring.length === 0
      ? sql``
      : sql`union all
        select id, 1 from (${joinWithUnion(substring)}) substring_matches where (select count(*) from prefix_matches) < ${sufficientCount}`;
  return sql`
    with prefix_matches as materialized (${joinWithUnion(prefix)})
    select id, min(rank) as rank from (select id, 0 as rank from prefix_matches ${substringMatches}) ranked group by id`;
}
