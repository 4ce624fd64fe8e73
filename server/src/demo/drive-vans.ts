import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely } from 'kysely';
import { toLocalTime, type Moment } from '../application/rules/business-time.ts';
import type { Store } from '../database/connection/store.ts';
import type { Database } from '../database/schema.ts';
import { setPositions } from '../mechanics/changes.ts';
import type { StoredPosition } from '../mechanics/position-rules.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import { placeNear, pointOnStreet } from './places.ts';
import { randomFrom } from './random.ts';
import { getTown, toPoint, toPosition } from './town.ts';
import { driveOn } from './town-routes.ts';

/** How fast the vans drive: 40 km/h, in meters per second. */
const citySpeed = 40 / 3.6;

/** A van that was not seen for longer drives on as if it had stood, in seconds. */
const longestDriveSeconds = 60;

/** A standing van reports this often, in seconds, as a browser does. */
const reportSeconds = 30;

/** A mechanic without a job soon is on the way somewhere else after this many minutes. */
const errandMinutes = 15;

/** Where the vans drive. */
export interface Drive {
  readonly store: Store;
  /** The business's time zone. */
  readonly timeZone: string;
  readonly cityCentre: Position;
}

/** The van of one of the demo's mechanics. */
interface Van {
  readonly id: string;
  /** Where it was last; null if nobody may know. */
  readonly last: StoredPosition | null;
  /** Where the mechanic's job is. */
  readonly job: Position | null;
}

/**
 * Stores where the vans of the demo's mechanics are by now: on the way along the streets to the job in
 * progress or the next one, else on an errand. Of a mechanic who is off, or whose hours are over, nothing is
 * stored, as of any other. The demo account's mechanic is left out: their browser reports.
 */
export async function driveVans({ store, timeZone, cityCentre }: Drive, now: Date): Promise<void> {
  const db = store.kysely;
  const { rows } = await sql<{
    id: string;
    lat: number | null;
    lng: number | null;
    at: Date | null;
  }>`
    select person_id as id, latitude as lat, longitude as lng, position_at as at from mechanics
    where active and person_id like ${`%${demoIdSuffix}`} and person_id <> ${demoAccountIds.mechanic}
    order by person_id
  `.execute(db);
  const moment = { now, local: toLocalTime(now, timeZone), timeZone };
  const jobs = await listJobs(
    db,
    rows.map(({ id }) => id),
    moment,
  );
  const moved: (Position & { mechanicId: string })[] = [];
  for (const { id, lat, lng, at } of rows) {
    const last = lat === null || lng === null || at === null ? null : { lat, lng, at };
    const position = moveVan({ id, last, job: jobs.get(id) ?? null }, cityCentre, now);
    if (position !== null) moved.push({ mechanicId: id, ...position });
  }
  await setPositions(db, moved, moment);
  store.wake('outbox');
}

/** Returns the van's position by now; null if it still stands where it last reported. */
export function moveVan(van: Van, cityCentre: Position, now: Date): Position | null {
  const { last } = van;
  if (last === null) return toPosition(pointOnStreet(randomFrom('van', van.id)), cityCentre);
  const seconds = (now.getTime() - last.at.getTime()) / 1000;
  const meters = Math.max(0, Math.min(seconds, longestDriveSeconds)) * citySpeed;
  const goal = van.job ?? findErrand(van.id, cityCentre, now);
  const [from, to] = [toPoint(last, cityCentre), toPoint(goal, cityCentre)];
  const next = toPosition(driveOn(getTown().network, from, to, meters), cityCentre);
  const stands = next.lat === last.lat && next.lng === last.lng;
  return stands && seconds < reportSeconds ? null : next;
}

/** Returns where a mechanic without a job goes, another place every quarter of an hour. */
function findErrand(id: string, cityCentre: Position, now: Date): Position {
  const errand = Math.floor(now.getTime() / (errandMinutes * 60_000));
  const { latitude, longitude } = placeNear(cityCentre, randomFrom('errand', id, errand));
  return { lat: latitude, lng: longitude };
}

/** Returns, by mechanic, where the job in progress is, or the one that starts within half an hour. */
async function listJobs(
  db: Kysely<Database>,
  ids: readonly string[],
  { local }: Moment,
): Promise<ReadonlyMap<string, Position>> {
  const { rows } = await sql<Position & { id: string }>`
    select distinct on (mechanic_id) mechanic_id as id, latitude as lat, longitude as lng
    from appointments
    where mechanic_id = any(${[...ids]}::text[]) and latitude is not null and (status = 'in_progress'
      or (status = 'confirmed' and date = ${local.date}::date
        and extract(epoch from start_time) / 60 between ${local.minutes} and ${local.minutes + 30}))
    order by mechanic_id, status = 'in_progress' desc, start_time
  `.execute(db);
  return new Map(rows.map(({ id, lat, lng }) => [id, { lat, lng }]));
}
