import type { Position } from '@curbwrench/contract/people/schemas';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findPlaceByZip } from '../places/queries.ts';
import {
  decideServiceArea,
  getTripFee,
  type AreaAnswer,
  type AreaForPlace,
  type PlaceLocation,
} from './rules.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A place to look up. The ZIP code and the position are null if they are unknown. */
export interface PlaceToLookUp {
  readonly zip: string | null;
  readonly position: Position | null;
  readonly precision: PlacePrecision;
}

/** The area that serves a place, with its trip fee there. */
type ServingArea = Omit<ServiceArea, 'zips' | 'zipCenters' | 'feeBands'>;

/** The answer for a place, and whether the business has defined any areas. */
interface ServingAreaAnswer extends AreaAnswer<ServingArea> {
  readonly hasAreas: boolean;
}

/** All columns except the ZIP codes, named as in the API contract. */
const columns = sql`a.id, a.name, case when a.radius_miles is not null then json_build_object(
  'lat', a.latitude, 'lng', a.longitude, 'radiusMiles', a.radius_miles) end as circle,
  a.ring, a.days, to_char(a.earliest_start, 'HH24:MI') as "earliestStart",
  to_char(a.latest_start, 'HH24:MI') as "latestStart", a.notice_hours as "noticeHours",
  a.trip_fee as "tripFee", a.fee_bands as "feeBands"`;

/** Returns all areas, sorted by name. */
export async function listServiceAreas(db: Handle): Promise<readonly ServiceArea[]> {
  return readAreas(db, sql`true`);
}

/** Returns one area, or null. */
export async function findServiceArea(db: Handle, id: number): Promise<ServiceArea | null> {
  const [area] = await readAreas(db, sql`a.id = ${id}`);
  return area ?? null;
}

/**
 * Returns whether the business, located at `business`, serves a place, and if so, which area covers it and what the
 * trip fee is. Both the answer shown to visitors and the price of a booking come from this function.
 */
export async function findAreaForPlace(
  db: Handle,
  { zip, ...place }: PlaceToLookUp,
  business: Position,
): Promise<ServingAreaAnswer> {
  const { rows } = await sql<Omit<ServiceArea, 'zips' | 'zipCenters'> & AreaForPlace>`
    select ${columns},
      case when ${zip}::text is not null then z.zip is not null
        when not exists (select from service_area_zips o where o.area_id = a.id) then false
        end as "listsZip"
    from service_areas a
    left join service_area_zips z on z.area_id = a.id and z.zip = ${zip}
    order by lower(a.name), a.id
  `.execute(db);
  const location = locate(zip, place);
  const { answer, area } = decideServiceArea(rows, location);
  const hasAreas = rows.length > 0;
  if (!area) return { answer, area, hasAreas };
  const tripFee = getTripFee(area, location.position, business);
  return { answer, area: { ...area, tripFee }, hasAreas };
}

/** Does the same as `findAreaForPlace` for an address. Takes the ZIP code from the end of the address. */
export async function findAreaForAddress(
  db: Handle,
  { address, ...place }: LocatedAddress,
  business: Position,
): Promise<ServingAreaAnswer> {
  return findAreaForPlace(db, { zip: findZip(address), ...place }, business);
}

/** Returns the place's position, or its ZIP code's center if that is more precise. */
function locate(zip: string | null, { position, precision }: PlaceLocation): PlaceLocation {
  if (position && precision !== 'town' && precision !== 'unknown') return { position, precision };
  const center = zip === null ? null : findPlaceByZip(zip);
  if (center) return { position: { lat: center.lat, lng: center.lng }, precision: 'zip' };
  return position && precision === 'town'
    ? { position, precision }
    : { position: null, precision: 'unknown' };
}

async function readAreas(
  db: Handle,
  condition: RawBuilder<unknown>,
): Promise<readonly ServiceArea[]> {
  const { rows } = await sql<Omit<ServiceArea, 'zipCenters'>>`
    select ${columns},
      (select coalesce(json_agg(z.zip order by z.zip), '[]')
        from service_area_zips z where z.area_id = a.id) as zips
    from service_areas a
    where ${condition}
    order by lower(a.name), a.id
  `.execute(db);
  return rows.map((area) => ({ ...area, zipCenters: listCenters(area.zips) }));
}

/** Returns the centers of the ZIP codes that are in the table. */
function listCenters(zips: readonly string[]): ServiceArea['zipCenters'] {
  return zips.flatMap((zip) => {
    const center = findPlaceByZip(zip);
    return center ? [{ zip, lat: center.lat, lng: center.lng }] : [];
  });
}
