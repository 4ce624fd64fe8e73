// Reads tables owned by these modules: accounts, appointments, customers, vehicles
import type { FileSource, ImportRow } from '@curbwrench/contract/customer-files/schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import {
  toNameKey,
  type ExistingCustomers,
  type ExistingVehicle,
} from './rules/existing-customers.ts';

interface ExistingRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_staff: boolean;
  readonly is_active: boolean;
  readonly is_verified: boolean;
  readonly email: string | null;
  readonly phone: string | null;
  readonly other_phones: readonly string[];
  readonly office_notes: string | null;
  readonly address: string | null;
  readonly external_ids: readonly string[];
  readonly vehicles: readonly ExistingVehicle[];
}

/**
 * Finds the people whom these rows may refer to (by their id in the program that wrote the file, by email address or by
 * name), and adds them to `existingCustomers`. With `shouldLock`, these people and their vehicles stay locked until the
 * transaction ends.
 */
export async function loadExistingCustomers(
  db: Kysely<Database>,
  existingCustomers: ExistingCustomers,
  source: FileSource,
  rows: readonly ImportRow[],
  { shouldLock }: { readonly shouldLock: boolean },
): Promise<void> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  const emails = rows.flatMap(({ email }) => email ?? []);
  // For a person with only one name, the SQL expression ends with a space.
  const names = rows.map(toNameKey).flatMap((key) => [key, `${key} `]);
  const { rows: found } = await sql<{ id: string }>`
    select id from people where email = any(${emails}::text[])
    union select id from people
      where lower(first_name || ' ' || last_name) =
        any(array(select lower(name) from unnest(${names}::text[]) as name))
    union select customer_id from external_customer_ids
      where source = ${source} and external_id = any(${externalIds}::text[])
    union select id from people
      where ${source} = 'curbwrench' and id = any(${externalIds}::text[])
    union select into_id from merged_customers
      where ${source} = 'curbwrench' and id = any(${externalIds}::text[])
  `.execute(db);
  const ids = found.map(({ id }) => id).filter((id) => !existingCustomers.has(id));
  if (ids.length === 0) return;
  if (shouldLock) {
    await sql`
      select 1 from people where id = any(${ids}::text[]) order by id for no key update
    `.execute(db);
    // Commands that change a vehicle do not lock its customer.
    await sql`
      select 1 from vehicles where customer_id = any(${ids}::text[]) order by id for no key update
    `.execute(db);
  }
  const { rows: people } = await sql<ExistingRow>`
    select p.id, p.first_name, p.last_name, coalesce(a.role <> 'customer', false) as is_staff,
      coalesce(a.active, true) as is_active, coalesce(a.email_verified, true) as is_verified,
      p.email, p.phone, p.other_phones, p.office_notes,
      (select min(c.address) from customer_addresses c where c.customer_id = p.id) as address,
      array(select s.external_id from external_customer_ids s
          where s.customer_id = p.id and s.source = ${source}
        union select m.id from merged_customers m
          where m.into_id = p.id and ${source} = 'curbwrench') as external_ids,
      (select coalesce(json_agg(json_build_object('id', v.id, 'make', v.make, 'model', v.model,
          'year', v.year, 'type', v.type, 'plateNumber', v.plate_number, 'vin', v.vin,
          'color', v.color, 'isRemoved', v.archived_at is not null)
          order by v.archived_at nulls first, v.id), '[]')
        from vehicles v where v.customer_id = p.id) as vehicles
    from people p left join accounts a on a.id = p.id
    where p.id = any(${ids}::text[]) and p.deleted_at is null
    order by p.created_at, p.id
  `.execute(db);
  for (const row of people) {
    existingCustomers.addToIndexes({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      addedByRow: null,
      isStaff: row.is_staff,
      isActive: row.is_active,
      isVerified: row.is_verified,
      email: row.email,
      phones: [...(row.phone === null ? [] : [row.phone]), ...row.other_phones],
      notes: row.office_notes,
      address: row.address,
      externalIds: new Set(row.external_ids),
      vehicles: row.vehicles.map((vehicle) => ({ ...vehicle })),
    });
  }
}

/** Returns which of these ids are taken, either by a person or by a customer who was merged into another one. */
export async function findTakenIds(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from people where id = any(${ids}::text[])
    union select id from merged_customers where id = any(${ids}::text[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
