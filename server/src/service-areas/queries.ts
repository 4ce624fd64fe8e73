import type { ServiceArea, Weekday } from '@curbwrench/contract/service-areas/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findPlaceByZip } from '../places/queries.ts';
import { decideServiceArea, type AreaAnswer, type AreaForZip } from './rules.ts';

type Handle = Kysely<Database> | Transaction<Database>;

export interface ServiceAreaRow {
  id: number;
  name: string;
  zips: string[];
  circle: ServiceArea['circle'];
  days: Weekday[];
  call_out_fee: string;
}

const circle = sql`case when a.radius_miles is not null then json_build_object(
  'lat', a.latitude, 'lng', a.longitude, 'radiusMiles', a.radius_miles) end`;

type AreaForZipRow = Omit<ServiceAreaRow, 'zips'> & AreaForZip;

/** Returns all areas, sorted by name. */
export async function listServiceAreas(db: Handle): Promise<readonly ServiceAreaRow[]> {
  return readAreas(db, sql`true`);
}

/** Returns one area, or null. */
export async function findServiceArea(db: Handle, id: number): Promise<ServiceAreaRow | null> {
  const [row] = await readAreas(db, sql`a.id = ${id}`);
  return row ?? null;
}

/**
 * Returns whether the business serves a ZIP code, and in which area. What people are told and what a booking
 * costs are both decided here.
 */
export async function findAreaForZip(db: Handle, zip: string): Promise<AreaAnswer<AreaForZipRow>> {
  const { rows } = await sql<AreaForZipRow>`
    select a.id, a.name, a.days, a.call_out_fee, ${circle} as circle, z.zip is not null as "listsZip"
    from service_areas a
    left join service_area_zips z on z.area_id = a.id and z.zip = ${zip}
    order by lower(a.name), a.id
  `.execute(db);
  return decideServiceArea(rows, findPlaceByZip(zip));
}

async function readAreas(
  db: Handle,
  condition: RawBuilder<unknown>,
): Promise<readonly ServiceAreaRow[]> {
  const { rows } = await sql<ServiceAreaRow>`
    select a.id, a.name, a.days, a.call_out_fee, ${circle} as circle,
      (select coalesce(json_agg(z.zip order by z.zip), '[]')
        from service_area_zips z where z.area_id = a.id) as zips
    from service_areas a
    where ${condition}
    order by lower(a.name), a.id
  `.execute(db);
  return rows;
}
