// Reads tables owned by these modules: appointments
import type { DayHours, TimeOffInput } from '@curbwrench/contract/working-time/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Replaces a mechanic's hours on a date; null removes them, so that the weekly hours apply again. */
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

/**
 * Inserts time off, which must not overlap the mechanic's other time off except sick days. Only the parts outside sick
 * days are inserted; returns false if there are none.
 */
export async function insertTimeOff(
  trx: Trx,
  mechanicId: string,
  { startDate, startTime, endDate, endTime, reason }: TimeOffInput,
  isEnteredByMechanic: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into time_off (mechanic_id, during, reason, by_mechanic)
    select ${mechanicId}, unnest(multirange(requested.during) - coalesce(range_agg(o.during), '{}')),
      ${reason}, ${isEnteredByMechanic}
    from (
      select tsrange(${startDate}::date + ${startTime}::interval, ${endDate}::date + ${endTime}::interval) as during
    ) requested
    left join time_off o on o.mechanic_id = ${mechanicId} and o.sick and o.during && requested.during
    group by requested.during
    returning id
  `.execute(trx);
  return rows.length > 0;
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

/** Inserts a holiday; returns false if that date already is one. */
export async function insertHoliday(trx: Trx, date: string, name: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('holidays')
    .values({ date, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('date')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Renames a holiday; returns false if that date is not a holiday. */
export async function updateHoliday(trx: Trx, date: string, name: string): Promise<boolean> {
  const updated = await trx
    .updateTable('holidays')
    .set({ name })
    .where('date', '=', date)
    .returning('date')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Deletes a holiday; returns false if that date is not a holiday. */
export async function deleteHoliday(trx: Trx, date: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('holidays')
    .where('date', '=', date)
    .returning('date')
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Records that the mechanics of these confirmed jobs can no longer do them, with each job's current mechanic and time.
 */
export async function insertStrandedJobs(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into stranded_jobs (appointment_id, mechanic_id, date, start_time)
    select id, mechanic_id, date, start_time from appointments where id = any(${ids}::int[])
    on conflict (appointment_id) do update set mechanic_id = excluded.mechanic_id,
      date = excluded.date, start_time = excluded.start_time
  `.execute(trx);
}

/** Returns whether a job is recorded as stranded and still has the recorded mechanic and time. */
export async function isRecordedAsStranded(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from stranded_jobs stranded join appointments a on a.id = stranded.appointment_id
    where a.id = ${id} and a.mechanic_id = stranded.mechanic_id and a.date = stranded.date
      and a.start_time = stranded.start_time
  `.execute(trx);
  return rows.length > 0;
}

/** Deletes the record that a job is stranded, after it was reassigned or rescheduled. */
export async function deleteStrandedJob(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('stranded_jobs').where('appointment_id', '=', id).execute();
}

/**
 * Deletes the records of jobs that fit again and of jobs before the date `before`. Returns the ids of these jobs.
 */
export async function deleteStrandedJobs(
  trx: Trx,
  fittingIds: readonly number[],
  before: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from stranded_jobs where appointment_id = any(${fittingIds}::int[]) or date < ${before}::date
    returning appointment_id as id
  `.execute(trx);
  return rows.map(({ id }) => id);
}
