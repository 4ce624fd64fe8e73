import { weekdays, type ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** First half of the advisory lock's key; taken before any other lock. */
const areaLock = 4216;

/** Locks all areas, so that changes to two never take the same ZIP code. */
export async function lockServiceAreas(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${areaLock}::int, 0)`.execute(trx);
}

/** Returns one of these ZIP codes that another area has, with that area's name; null if none. */
export async function takenZip(
  trx: Trx,
  zips: readonly string[],
  except: number | null,
): Promise<{ readonly zip: string; readonly area: string } | null> {
  const { rows } = await sql<{ zip: string; area: string }>`
    select z.zip, a.name as area from service_area_zips z join service_areas a on a.id = z.area_id
    where z.zip = any(${zips}::text[]) and a.id is distinct from ${except}::int
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
    .values({ ...columnsOf(input), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await listZips(trx, id, input.zips);
  return id;
}

/** Replaces an area; false when there is none. */
export async function updateServiceArea(
  trx: Trx,
  id: number,
  input: ServiceAreaInput,
): Promise<boolean> {
  const changed = await trx
    .updateTable('service_areas')
    .set(columnsOf(input))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await sql`
    delete from service_area_zips where area_id = ${id} and not zip = any(${input.zips}::text[])
  `.execute(trx);
  await listZips(trx, id, input.zips);
  return true;
}

/** Deletes an area with its ZIP codes; false when there is none. */
export async function deleteServiceArea(trx: Trx, id: number): Promise<boolean> {
  const gone = await trx
    .deleteFrom('service_areas')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

function columnsOf({ name, circle, days, callOutFee }: ServiceAreaInput) {
  return {
    name,
    latitude: circle?.lat ?? null,
    longitude: circle?.lng ?? null,
    radius_miles: circle ? String(circle.radiusMiles) : null,
    // Each once, in the order of the week.
    days: weekdays.filter((day) => days.includes(day)),
    call_out_fee: callOutFee,
  };
}

async function listZips(trx: Trx, id: number, zips: readonly string[]): Promise<void> {
  await sql`
    insert into service_area_zips (zip, area_id)
    select distinct zip, ${id}::int from unnest(${zips}::text[]) as zip
    on conflict (zip) do nothing
  `.execute(trx);
}
