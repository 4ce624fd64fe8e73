import type { Position } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { mechanicChanged } from '../application/events.ts';
import type { Moment } from '../application/rules/business-time.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockMechanic } from '../database/locks.ts';
import { readSharing, setPosition } from '../mechanics/changes.ts';
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
export async function driveVans(context: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from mechanics
    where active and user_id like ${`%${demoIdSuffix}`} and user_id <> ${demoAccountIds.mechanic}
    order by user_id
  `.execute(context.store.kysely);
  for (const { id } of rows) await driveVan(context, id);
}

async function driveVan(context: Context, id: string): Promise<void> {
  const moment = getCurrentMoment(context);
  const { now } = moment;
  await runInTransaction(context, null, async (trx) => {
    if (!(await lockMechanic(trx, id))) return done(undefined, []);
    const { isSharing, last } = await readSharing(trx, id, moment);
    if (!isSharing) return done(undefined, []);
    const job = await findJob(trx, id, moment);
    const position = moveVan({ id, last, job }, context.business.cityCentre, now);
    if (position === null) return done(undefined, []);
    await setPosition(trx, id, position, now);
    return done(undefined, [mechanicChanged(id, job?.isInProgress ? job.customerId : null)]);
  });
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

/** Returns where the mechanic's job in progress is, or the one that starts within half an hour. */
async function findJob(
  trx: Transaction,
  id: string,
  { local }: Moment,
): Promise<(Position & { customerId: string; isInProgress: boolean }) | null> {
  const { rows } = await sql<{
    lat: number;
    lng: number;
    customerId: string;
    isInProgress: boolean;
  }>`
    select latitude as lat, longitude as lng, customer_id as "customerId",
      status = 'in_progress' as "isInProgress"
    from appointments
    where mechanic_id = ${id} and latitude is not null and (status = 'in_progress'
      or (status = 'confirmed' and date = ${local.date}::date
        and extract(epoch from start_time) / 60 between ${local.minutes} and ${local.minutes + 30}))
    order by status = 'in_progress' desc, start_time
    limit 1
  `.execute(trx);
  return rows[0] ?? null;
}
