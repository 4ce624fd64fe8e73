// Reads tables of: appointments
import type { DayHours, TimeOffInput } from '@curbwrench/contract/working-time/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Replaces a mechanic's hours on a date; null: the weekly ones count again. */
export async function replaceDayHours(
  trx: Trx,
  mechanicId: string,
  date: string,
  hours: DayHours | null,
): Promise<void> {
  await trx
    .deleteFrom('working_day_exceptions')
    .where('mechanic_id', '=', mechanicId)
    .where('date', '=', date)
    .execute();
  if (hours === null) return;
  const rows =
    hours.length === 0
      ? [{ starts: null, ends: null }]
      : hours.map(({ startTime, endTime }) => ({ starts: startTime, ends: endTime }));
  await trx
    .insertInto('working_day_exceptions')
    .values(rows.map((row) => ({ mechanic_id: mechanicId, date, ...row })))
    .execute();
}

/** Inserts time off, which must not overlap other time off of the mechanic. */
export async function insertTimeOff(
  trx: Trx,
  mechanicId: string,
  { startDate, startTime, endDate, endTime, reason }: TimeOffInput,
  byMechanic: boolean,
): Promise<void> {
  await sql`
    insert into time_off (mechanic_id, during, reason, by_mechanic)
    values (
      ${mechanicId},
      tsrange(${startDate}::date + ${startTime}::interval, ${endDate}::date + ${endTime}::interval),
      ${reason}, ${byMechanic}
    )
  `.execute(trx);
}

/** Deletes time off; returns false if there is none with this id. */
export async function deleteTimeOff(trx: Trx, id: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('time_off')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Inserts a holiday; returns false if that date is one already. */
export async function insertHoliday(trx: Trx, date: string, name: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('holidays')
    .values({ date, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('date')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Renames a holiday; returns false if that date is none. */
export async function updateHoliday(trx: Trx, date: string, name: string): Promise<boolean> {
  const updated = await trx
    .updateTable('holidays')
    .set({ name })
    .where('date', '=', date)
    .returning('date')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Deletes a holiday; returns false if that date is none. */
export async function deleteHoliday(trx: Trx, date: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('holidays')
    .where('date', '=', date)
    .returning('date')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Records that these confirmed jobs lost their mechanic's time, as they are assigned and timed now. */
export async function insertStrandedJobs(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into stranded_jobs (appointment_id, mechanic_id, date, start_time)
    select id, mechanic_id, date, start_time from appointments where id = any(${ids}::int[])
    on conflict (appointment_id) do update set mechanic_id = excluded.mechanic_id,
      date = excluded.date, start_time = excluded.start_time
  `.execute(trx);
}

/**
 * Deletes the records of jobs that fit again, and of those before a date, which nobody needs any more. Returns
 * their ids.
 */
export async function deleteStrandedJobs(
  trx: Trx,
  fitting: readonly number[],
  before: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from stranded_jobs where appointment_id = any(${fitting}::int[]) or date < ${before}::date
    returning appointment_id as id
  `.execute(trx);
  return rows.map(({ id }) => id);
}
