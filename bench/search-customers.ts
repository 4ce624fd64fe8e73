import type { BenchDatabase, RunQuery } from './databases.ts';

/** How many appointments there are for each added customer. */
const appointmentsPerCustomer = 10;

/** What a customer can be found by. */
export interface SearchedCustomer {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly plate: string;
  readonly address: string;
}

const firstNames = `Ana Ben Carla Dev Elena Femi Grace Hiro Ines Jamal Kofi Lena Marco Nadia Omar Priya Quinn Rosa Sam
  Tara Uma Victor Wendy Ximena Yusuf Zoe`;
const nameBeginnings = `Adler Bennet Carver Dalton Eastman Fletcher Garrison Hollis Iverson Jarvis Kessler Langley
  Merritt Norwood Osborne Preston Quimby Radford Sutton Thorne Underhill Vaughn Whitaker Yardley`;
const nameEndings = `by dale field ford ham land ley man more nell quist ridge sen shaw smith son stead ton ville well
  wick win wood worth`;
const streets =
  'Alder Birch Cedar Dogwood Elm Fir Grove Hazel Juniper Laurel Maple Oak Pine Spruce Walnut';

/**
 * Adds customers without accounts to a database that no server is using, each with a vehicle and an address. There are
 * more of them in a larger database. The multipliers in the statement spread names and phone numbers evenly; one
 * customer in a hundred has the last name Garcia.
 */
export async function addSearchedCustomers(
  database: BenchDatabase,
  appointments: number,
): Promise<void> {
  const lists = [firstNames, nameBeginnings, nameEndings, streets].map((names) =>
    names.split(/\s+/),
  );
  await database.withConnection(async (query) => {
    await query('set statement_timeout = 0');
    await query(
      `insert into people (id, name, first_name, last_name, email, phone, created_at, updated_at)
       select 'searched-' || n, first || ' ' || last, first, last,
         lower(first || '.' || last || '.' || n || '@example.com'), '+1' || (2000000000 + (n * 7919::bigint) % 7999999999),
         now(), now()
       from generate_series(1, $1::int) n
       cross join lateral (
         select ($2::text[])[1 + n % array_length($2::text[], 1)] as first,
           case when n % 100 = 0 then 'Garcia' else
             ($3::text[])[1 + (n / 7) % array_length($3::text[], 1)]
             || ($4::text[])[1 + (n / 171) % array_length($4::text[], 1)] end as last
       ) names`,
      [Math.ceil(appointments / appointmentsPerCustomer), ...lists.slice(0, 3)],
    );
    await query(
      `insert into vehicles (customer_id, make, model, year, plate_number, created_at)
       select id, 'Honda', 'Civic', 2019, upper(left(md5(id), 7)), now()
       from people where id like 'searched-%'`,
    );
    await query(
      `insert into customer_addresses (customer_id, address, place_precision, last_used_at)
       select id, number || ' ' || ($1::text[])[1 + number % array_length($1::text[], 1)] || ' Street, Springfield',
         'unknown', now()
       from people, substr(id, 10) text, cast(100 + text::int as int) number where id like 'searched-%'`,
      [lists[3]],
    );
    await query('vacuum analyze');
  });
}

/** Reads customers to search for, picked pseudorandomly from those that were added. */
export function readSearchedCustomers(query: RunQuery, count: number): Promise<SearchedCustomer[]> {
  return query<SearchedCustomer>(
    `select id, name, phone, email, plate_number as plate, address from (
       select p.id, p.name, phone, p.email, plate_number, address, row_number() over (order by md5(p.id)) as place
       from people p join vehicles v on v.customer_id = p.id join customer_addresses c on c.customer_id = p.id
       where p.id like 'searched-%'
     ) numbered where place <= $1`,
    [count],
  );
}
