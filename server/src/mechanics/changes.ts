// Reads tables of: appointments
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Moment } from '../application/rules/business-time.ts';
import { mechanicStatus } from './status-queries.ts';
import type { Database } from '../database/schema.ts';

const noPosition = { latitude: null, longitude: null, position_at: null } as const;

/**
 * Sets whether a mechanic is available for the rest of today. With `isOwnActivity`, the mechanic made the
 * change themselves, and it also counts as their last activity.
 */
export async function setAvailable(
  trx: Transaction<Database>,
  mechanicId: string,
  available: boolean,
  { now, local }: Moment,
  { isOwnActivity }: { readonly isOwnActivity: boolean },
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({
      available,
      switched_on: local.date,
      // Setting the same value again on the same day does not change the time.
      switched_at: sql<Date>`case when switched_on = ${local.date}::date and available = ${available}
        then switched_at else ${now}::timestamptz end`,
      ...(isOwnActivity && { last_active_at: now }),
    })
    .where('user_id', '=', mechanicId)
    .execute();
}

/** Returns a mechanic's status, or null if there is no such mechanic. */
export async function readStatus(
  trx: Transaction<Database>,
  mechanicId: string,
  moment: Moment,
): Promise<MechanicStatus | null> {
  const { rows } = await sql<{ status: MechanicStatus }>`
    select ${mechanicStatus(moment)} as status from mechanics m where m.user_id = ${mechanicId}
  `.execute(trx);
  return rows[0]?.status ?? null;
}

/** Returns whether a mechanic is switched to offline for the rest of this business day. */
export async function isSwitchedOff(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('mechanics')
    .select('user_id')
    .where('user_id', '=', mechanicId)
    .where('switched_on', '=', date)
    .where('available', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a mechanic's position. */
export async function setPosition(
  trx: Transaction<Database>,
  mechanicId: string,
  position: Position,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({
      latitude: position.lat,
      longitude: position.lng,
      position_at: now,
      last_active_at: now,
    })
    .where('user_id', '=', mechanicId)
    .execute();
}

/** Deletes a mechanic's position. */
export async function deletePosition(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<void> {
  await trx.updateTable('mechanics').set(noPosition).where('user_id', '=', mechanicId).execute();
}

/** Deletes all positions reported before an instant. */
export async function deletePositionsBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.updateTable('mechanics').set(noPosition).where('position_at', '<', before).execute();
}

/**
 * Sets when a mechanic was last active, unless that is already `before` or later. Skips a row that a command
 * has locked, because that command records the activity.
 */
export async function updateLastActivity(
  db: Kysely<Database>,
  mechanicId: string,
  now: Date,
  before: Date,
): Promise<void> {
  await sql`
    update mechanics set last_active_at = ${now} where user_id in (
      select user_id from mechanics
      where user_id = ${mechanicId} and (last_active_at is null or last_active_at < ${before})
      for no key update skip locked
    )
  `.execute(db);
}

/** Returns the ids of a mechanic's job in progress and of its customer, or null. */
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
export async function listOpenJobs(
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

/**
 * Makes a person a mechanic, or reactivates them. Without working hours of their own, they get the
 * business's default: Monday to Friday, 08:00 to 18:00.
 */
export async function activateMechanic(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    insert into mechanics (user_id) values (${userId})
    on conflict (user_id) do update set active = true
  `.execute(trx);
  await sql`
    insert into working_hours (mechanic_id, weekday, starts, ends)
    select ${userId}, weekday, '08:00', '18:00' from generate_series(1, 5) as weekday
    where not exists (select 1 from working_hours where mechanic_id = ${userId})
  `.execute(trx);
}

/** Deactivates a mechanic and deletes their position. Their name stays in the history. */
export async function deactivateMechanic(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ active: false, ...noPosition })
    .where('user_id', '=', userId)
    .execute();
}
