import type { ServiceArea, Weekday } from '@curbwrench/contract/service-areas/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

export interface ServiceAreaRow {
  id: number;
  name: string;
  zips: string[];
  circle: ServiceArea['circle'];
  days: Weekday[];
  call_out_fee: string;
}

/** Returns all areas, sorted by name. */
export async function listServiceAreas(db: Handle): Promise<readonly ServiceAreaRow[]> {
  return readAreas(db, sql`true`);
}

/** Returns one area, or null. */
export async function findServiceArea(db: Handle, id: number): Promise<ServiceAreaRow | null> {
  const [row] = await readAreas(db, sql`a.id = ${id}`);
  return row ?? null;
}

/** Returns the area that lists this ZIP code, or null. */
export async function findServiceAreaByZip(
  db: Handle,
  zip: string,
): Promise<ServiceAreaRow | null> {
  const [row] = await readAreas(
    db,
    sql`a.id = (select area_id from service_area_zips where zip = ${zip})`,
  );
  return row ?? null;
}

/** Returns whether there are areas and none is a circle, so that a ZIP code in no list is not served. */
export async function hasOnlyZipCodeAreas(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ all: boolean | null }>`
    select bool_and(radius_miles is null) as all from service_areas
  `.execute(db);
  return rows[0]?.all === true;
}

async function readAreas(
  db: Handle,
  condition: RawBuilder<unknown>,
): Promise<readonly ServiceAreaRow[]> {
  const { rows } = await sql<ServiceAreaRow>`
    select a.id, a.name, a.days, a.call_out_fee,
      case when a.radius_miles is not null then json_build_object(
        'lat', a.latitude, 'lng', a.longitude, 'radiusMiles', a.radius_miles) end as circle,
      (select coalesce(json_agg(z.zip order by z.zip), '[]')
        from service_area_zips z where z.area_id = a.id) as zips
    from service_areas a
    where ${condition}
    order by lower(a.name), a.id
  `.execute(db);
  return rows;
}
