// Reads tables owned by these modules: appointments, business
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { hasSharingEnded, mechanicStatus } from './status-queries.ts';
import { insertEventsFrom } from '../database/outbox-changes.ts';
import type { Database } from '../database/schema.ts';

const noPosition = { latitude: null, longitude: null, position_at: null } as const;

/** The current position of a mechanic. */
interface MechanicPosition extends Position {
  readonly mechanicId: string;
}

/**
 * Records the positions of several mechanics, both as their last positions and in their position history. Each
 * position gets an event for the office, for the customer of the job in progress, and for the mechanic's other
 * tabs. Skips mechanics who aren't sharing their position now: only those who are available or on a job share it.
 * Returns the ids of the mechanics whose positions were stored. Uses a single statement, since hundreds of mechanics
 * report every few seconds.
 */
export async function setPositions(
  db: Kysely<Database> | Transaction<Database>,
  positions: readonly MechanicPosition[],
  currentTime: CurrentTime,
): Promise<ReadonlySet<string>> {
  const { now } = currentTime;
  const ids = positions.map(({ mechanicId }) => mechanicId);
  const latitudes = positions.map(({ lat }) => lat);
  const longitudes = positions.map(({ lng }) => lng);
  // Locks in id order to avoid deadlocks: another process may be storing positions of the same mechanics.
  const { rows } = await sql<{ subject_id: string }>`
    with reported as (
      select m.person_id, lat, lng
      from unnest(${ids}::text[], ${latitudes}::double precision[], ${longitudes}::double precision[])
        as positions (mechanic_id, lat, lng)
      join mechanics m on m.person_id = mechanic_id
      where m.active and ${mechanicStatus(currentTime)} <> 'offline' and not ${hasSharingEnded(currentTime)}
      order by m.person_id
      for no key update of m
    ),
    moved as (
      update mechanics m
      set latitude = lat, longitude = lng, position_at = ${now}, last_active_at = ${now}
      from reported where reported.person_id = m.person_id
      returning m.person_id, latitude, longitude, position_at
    ),
    history as (
      insert into mechanic_positions (mechanic_id, latitude, longitude, at)
      select person_id, latitude, longitude, position_at from moved
      on conflict (mechanic_id, at) do update
      set latitude = excluded.latitude, longitude = excluded.longitude
    )
    ${insertEventsFrom(
      sql`
        select person_id, (
          select customer_id from appointments a
          where a.mechanic_id = moved.person_id and a.status = 'in_progress'
        ), person_id from moved
      `,
      'position',
      now,
    )}
  `.execute(db);
  return new Set(rows.map(({ subject_id }) => subject_id));
}

/** Deletes a mechanic's last position. */
export async function deletePosition(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<void> {
  await trx.updateTable('mechanics').set(noPosition).where('person_id', '=', mechanicId).execute();
}

/** Deletes the positions that a mechanic reported at or after `since`, including those in the position history. */
export async function deletePositionsSince(
  trx: Transaction<Database>,
  mechanicId: string,
  since: Date,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set(noPosition)
    .where('person_id', '=', mechanicId)
    .where('position_at', '>=', since)
    .execute();
  await trx
    .deleteFrom('mechanic_positions')
    .where('mechanic_id', '=', mechanicId)
    .where('at', '>=', since)
    .execute();
}

/**
 * Deletes the last positions of mechanics who no longer share them: their working hours are over, or they reported
 * the position on an earlier business day and aren't on a job. Returns the ids of these mechanics.
 */
export async function deleteUnsharedPositions(
  trx: Transaction<Database>,
  currentTime: CurrentTime,
): Promise<string[]> {
  const { local, timeZone } = currentTime;
  const { rows } = await sql<{ person_id: string }>`
    update mechanics m set latitude = null, longitude = null, position_at = null
    where m.position_at is not null and (
      ${hasSharingEnded(currentTime)}
      or (m.position_at at time zone ${timeZone})::date < ${local.date}::date
        and ${mechanicStatus(currentTime)} <> 'on_job'
    )
    returning m.person_id
  `.execute(trx);
  return rows.map(({ person_id }) => person_id);
}

/** Deletes all last positions reported before the given time. */
export async function deletePositionsBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.updateTable('mechanics').set(noPosition).where('position_at', '<', before).execute();
}

/** Deletes all mechanics' position history from before the given time. */
export async function deletePositionHistoryBefore(
  db: Kysely<Database>,
  before: Date,
): Promise<void> {
  await db.deleteFrom('mechanic_positions').where('at', '<', before).execute();
}

/**
 * Sets a mechanic's last activity to `now` if none is stored or the stored time is earlier than `before`. Skips a row
 * that a command has locked, because that command records the activity.
 */
export async function updateLastActivity(
  db: Kysely<Database>,
  mechanicId: string,
  now: Date,
  before: Date,
): Promise<void> {
  await sql`
    update mechanics set last_active_at = ${now} where person_id in (
      select person_id from mechanics
      where person_id = ${mechanicId} and (last_active_at is null or last_active_at < ${before})
      for no key update skip locked
    )
  `.execute(db);
}

/** Returns the id of a mechanic's job in progress and the id of its customer, or null. */
export async function findJobInProgress(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<{ readonly id: number; readonly customerId: string } | null> {
  const row = await trx
    .selectFrom('appointments')
    .select(['id', 'customer_id as customerId'])
    .where('mechanic_id', '=', mechanicId)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the ids of the open appointments assigned to this mechanic, earliest first. */
export async function listOpenJobIds(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('id')
    .where('mechanic_id', '=', mechanicId)
    .where('status', 'in', openStatuses)
    .orderBy('date')
    .orderBy('start_time')
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes a person a mechanic, or reactivates them. If they have no working hours yet, they get the business's hours. */
export async function activateMechanic(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    insert into mechanics (person_id) values (${userId})
    on conflict (person_id) do update set active = true
  `.execute(trx);
  await sql`
    insert into working_hours (mechanic_id, weekday, starts, ends)
    select ${userId}, weekday - 1, (hours ->> 'opens')::time, (hours ->> 'closes')::time
    from business, jsonb_array_elements(business_hours) with ordinality as day (hours, weekday)
    where jsonb_typeof(hours) = 'object'
      and not exists (select 1 from working_hours where mechanic_id = ${userId})
  `.execute(trx);
}

/** Deactivates a mechanic and deletes their position and position history. Their name stays on past appointments. */
export async function deactivateMechanic(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ active: false, ...noPosition })
    .where('person_id', '=', userId)
    .execute();
  await trx.deleteFrom('mechanic_positions').where('mechanic_id', '=', userId).execute();
}
