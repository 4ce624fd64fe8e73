import type { Position } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { getCurrentMoment, type Context } from '../application/transaction.ts';
import { changeMechanicStatus } from '../mechanics/change-status.ts';
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

/** A mechanic of the demo, with the last report and the place of the job to be at. */
interface Van {
  readonly id: string;
  readonly position: Position | null;
  readonly at: Date | null;
  readonly job: Position | null;
}

/**
 * Reports where the vans of the demo's mechanics are by now: on the way along the streets to the job in
 * progress or the next one, else on an errand. What is stored of a report, and who sees it, is decided as for any
 * mechanic. The demo account's mechanic is left out: their browser reports.
 */
export async function driveVans(context: Context): Promise<void> {
  const { now } = getCurrentMoment(context);
  for (const van of await readVans(context)) {
    const position = moveVan(van, context.business.cityCentre, now);
    if (position === null) continue;
    await changeMechanicStatus(context, { id: van.id, role: 'mechanic' }, { location: position });
  }
}

/** Returns the van's position by now; null if it still stands where it last reported. */
export function moveVan(van: Van, cityCentre: Position, now: Date): Position | null {
  if (van.position === null || van.at === null) {
    return toPosition(pointOnStreet(randomFrom('van', van.id)), cityCentre);
  }
  const seconds = (now.getTime() - van.at.getTime()) / 1000;
  const meters = Math.max(0, Math.min(seconds, longestDriveSeconds)) * citySpeed;
  const goal = van.job ?? findErrand(van.id, cityCentre, now);
  const [from, to] = [toPoint(van.position, cityCentre), toPoint(goal, cityCentre)];
  const next = toPosition(driveOn(getTown().network, from, to, meters), cityCentre);
  const stands = next.lat === van.position.lat && next.lng === van.position.lng;
  return stands && seconds < reportSeconds ? null : next;
}

/** Returns where a mechanic without a job goes, another place every quarter of an hour. */
function findErrand(id: string, cityCentre: Position, now: Date): Position {
  const errand = Math.floor(now.getTime() / (errandMinutes * 60_000));
  const { latitude, longitude } = placeNear(cityCentre, randomFrom('errand', id, errand));
  return { lat: latitude, lng: longitude };
}

/** Reads the vans of the mechanics who are available or on a job, with the job of now or of the next half hour. */
async function readVans(context: Context): Promise<Van[]> {
  const { local } = getCurrentMoment(context);
  const { rows } = await sql<{
    id: string;
    lat: number | null;
    lng: number | null;
    at: Date | null;
    job_lat: number | null;
    job_lng: number | null;
  }>`
    select m.user_id as id, m.latitude as lat, m.longitude as lng, m.position_at as at,
      job.latitude as job_lat, job.longitude as job_lng
    from mechanics m
    join users u on u.id = m.user_id and u.role = 'mechanic'
    left join lateral (
      select a.latitude, a.longitude, a.status from appointments a
      where a.mechanic_id = m.user_id and (a.status = 'in_progress'
        or (a.status = 'confirmed' and a.date = ${local.date}::date
          and extract(epoch from a.start_time) / 60 between ${local.minutes} and ${local.minutes} + 30))
      order by a.status desc, a.start_time
      limit 1
    ) job on true
    where m.active and m.user_id like ${`%${demoIdSuffix}`}
      and m.user_id <> ${demoAccountIds.mechanic}
      and (m.switched_on = ${local.date}::date or job.status = 'in_progress')
    order by m.user_id
  `.execute(context.store.kysely);
  return rows.map(({ id, lat, lng, at, job_lat: jobLat, job_lng: jobLng }) => ({
    id,
    position: lat === null || lng === null ? null : { lat, lng },
    at,
    job: jobLat === null || jobLng === null ? null : { lat: jobLat, lng: jobLng },
  }));
}
