import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely } from 'kysely';
import { toLocalTime, type CurrentTime } from '../application/rules/business-time.ts';
import type { Store } from '../database/connection/store.ts';
import type { Database } from '../database/schema.ts';
import { setPositions } from '../mechanics/changes.ts';
import type { StoredPosition } from '../mechanics/position-rules.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import { pickPlaceNear, pickPointOnStreet } from './places.ts';
import { createRandom } from './random.ts';
import { getTown, toPoint, toPosition } from './town.ts';
import { getPointOnRoute } from './town-routes.ts';

/** The speed of the vans: 40 km/h, in meters per second. */
const citySpeed = 40 / 3.6;

/** The longest time, in seconds, that a van drives between two reports; for any additional time, it is parked. */
const longestDriveSeconds = 60;

/** How often, in seconds, a parked van reports its position, as a browser does. */
const reportSeconds = 30;

/** How often, in minutes, a mechanic without a job starts a new errand. */
const errandMinutes = 15;

/** The business whose vans are moved. */
export interface VanBusiness {
  readonly store: Store;
  /** The business's time zone. */
  readonly timeZone: string;
  readonly cityCenter: Position;
}

/** The van of one of the demo's mechanics. */
interface Van {
  readonly id: string;
  /** The last stored position; null if there is none. */
  readonly last: StoredPosition | null;
  /** The position of the mechanic's current or next job; null if there is none. */
  readonly job: Position | null;
}

/**
 * Stores the current positions of the demo mechanics' vans, which drive to the job in progress or the next job, or
 * otherwise on an errand. As for any mechanic, no position is stored outside working hours or during time off.
 * The mechanic of the demo account is left out, since the visitor's browser reports that position.
 */
export async function driveVans(
  { store, timeZone, cityCenter }: VanBusiness,
  now: Date,
): Promise<void> {
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
  const currentTime = { now, local: toLocalTime(now, timeZone), timeZone };
  const jobs = await listJobs(
    db,
    rows.map(({ id }) => id),
    currentTime,
  );
  const positions: (Position & { mechanicId: string })[] = [];
  for (const { id, lat, lng, at } of rows) {
    const last = lat === null || lng === null || at === null ? null : { lat, lng, at };
    const position = moveVan({ id, last, job: jobs.get(id) ?? null }, cityCenter, now);
    if (position !== null) positions.push({ mechanicId: id, ...position });
  }
  await setPositions(db, positions, currentTime);
  store.wake('outbox');
}

/** Returns the position that the van reports now; null if it is parked and has reported recently. */
export function moveVan(van: Van, cityCenter: Position, now: Date): Position | null {
  const { last } = van;
  if (last === null) return toPosition(pickPointOnStreet(createRandom('van', van.id)), cityCenter);
  const seconds = (now.getTime() - last.at.getTime()) / 1000;
  const meters = Math.max(0, Math.min(seconds, longestDriveSeconds)) * citySpeed;
  const goal = van.job ?? findErrand(van.id, cityCenter, now);
  const [from, to] = [toPoint(last, cityCenter), toPoint(goal, cityCenter)];
  const next = toPosition(getPointOnRoute(getTown().network, from, to, meters), cityCenter);
  const isParked = next.lat === last.lat && next.lng === last.lng;
  return isParked && seconds < reportSeconds ? null : next;
}

/** Returns where a mechanic without a job drives to: a different address every `errandMinutes`. */
function findErrand(id: string, cityCenter: Position, now: Date): Position {
  const errand = Math.floor(now.getTime() / (errandMinutes * 60_000));
  const { latitude, longitude } = pickPlaceNear(cityCenter, createRandom('errand', id, errand));
  return { lat: latitude, lng: longitude };
}

/** Returns the position of each mechanic's job in progress, or of the job that starts within half an hour. */
async function listJobs(
  db: Kysely<Database>,
  ids: readonly string[],
  { local }: CurrentTime,
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
