import type { ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { weekdays } from '@curbwrench/contract/service-areas/weekdays';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** The first half of the advisory lock's key; `locks.ts` lists the keys of other locks. */
const areaLock = 4216;

/**
 * Locks all areas until the transaction ends, so that two concurrent changes never use the same ZIP code. Must be
 * called before taking any other lock.
 */
export async function lockServiceAreas(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${areaLock}::int, 0)`.execute(trx);
}

/**
 * Returns the first of these ZIP codes that belongs to an area other than `exceptId`, with that area's name. Returns
 * null if there is none.
 */
export async function findTakenZip(
  trx: Trx,
  zips: readonly string[],
  exceptId: number | null,
): Promise<{ readonly zip: string; readonly area: string } | null> {
  const { rows } = await sql<{ zip: string; area: string }>`
    select z.zip, a.name as area from service_area_zips z join service_areas a on a.id = z.area_id
    where z.zip = any(${zips}::text[]) and a.id is distinct from ${exceptId}::int
    order by z.zip limit 1
  `.execute(trx);
  return rows[0] ?? null;
}

/** Inserts an area and returns its id. */
export async function insertServiceArea(
  trx: Trx,
  input: ServiceAreaInput,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('service_areas')
    .values({ ...toColumns(input), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertZips(trx, id, input.zips);
  return id;
}

/** Replaces an area; returns false if there is none with this id. */
export async function updateServiceArea(
  trx: Trx,
  id: number,
  input: ServiceAreaInput,
): Promise<boolean> {
  const changed = await trx
    .updateTable('service_areas')
    .set(toColumns(input))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await sql`
    delete from service_area_zips where area_id = ${id} and not zip = any(${input.zips}::text[])
  `.execute(trx);
  await insertZips(trx, id, input.zips);
  return true;
}

/** Deletes an area with its ZIP codes; returns false if there is none with this id. */
export async function deleteServiceArea(trx: Trx, id: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('service_areas')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

function toColumns({ name, circle, ring, days, tripFee, feeBands, ...limits }: ServiceAreaInput) {
  return {
    name,
    latitude: circle?.lat ?? null,
    longitude: circle?.lng ?? null,
    radius_miles: circle ? String(circle.radiusMiles) : null,
    // Without duplicates, in the order of the week.
    days: weekdays.filter((day) => days.includes(day)),
    trip_fee: tripFee,
    ring: ring && JSON.stringify(ring),
    earliest_start: limits.earliestStart,
    latest_start: limits.latestStart,
    notice_hours: limits.noticeHours,
    fee_bands: feeBands && JSON.stringify(feeBands),
  };
}

async function insertZips(trx: Trx, id: number, zips: readonly string[]): Promise<void> {
  await sql`
    insert into service_area_zips (zip, area_id)
    select distinct zip, ${id}::int from unnest(${zips}::text[]) as zip
    on conflict (zip) do nothing
  `.execute(trx);
}
