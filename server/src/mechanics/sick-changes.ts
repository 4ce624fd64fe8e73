// Reads tables owned by these modules: appointments, working-time
import { sql, type Transaction } from 'kysely';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { LocalTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';
import { isSickEntry } from './status-queries.ts';

/** The reason that the office sees for a sick day in the team's weekly schedule. */
const sickReason = 'Sick';

/**
 * Records that a mechanic is out sick from now until the end of the business day. Returns false if all of that time is
 * already time off.
 */
export async function insertSickDay(
  trx: Transaction<Database>,
  mechanicId: string,
  { date, minutes }: LocalTime,
): Promise<boolean> {
  // Excludes existing time off, because entries must not overlap.
  const { rows } = await sql`
    insert into time_off (mechanic_id, during, reason, sick)
    select ${mechanicId}, unnest(multirange(rest.of_day) - coalesce(range_agg(o.during), '{}')), ${sickReason}, true
    from (
      select tsrange(${date}::date + ${toTimeOfDay(minutes)}::time, (${date}::date + 1)::timestamp) as of_day
    ) rest
    left join time_off o on o.mechanic_id = ${mechanicId} and o.during && rest.of_day
    group by rest.of_day
    returning id
  `.execute(trx);
  return rows.length > 0;
}

/** Deletes the time off that marks a mechanic as out sick on this business day. */
export async function deleteSickDay(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<void> {
  await sql`
    delete from time_off o where o.mechanic_id = ${mechanicId} and ${isSickEntry(date)}
  `.execute(trx);
}

/** Returns whether a mechanic is out sick for the rest of this business day. */
export async function isOutSick(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from time_off o where o.mechanic_id = ${mechanicId} and ${isSickEntry(date)}
  `.execute(trx);
  return rows.length > 0;
}

/** Resets a mechanic's availability switch, so that their working hours decide. */
export async function resetSwitch(trx: Transaction<Database>, mechanicId: string): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ availability_set_on: null, availability_set_at: null })
    .where('person_id', '=', mechanicId)
    .execute();
}

/** Returns the ids of a mechanic's confirmed jobs on a day. */
export async function listConfirmedJobIds(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('id')
    .where('mechanic_id', '=', mechanicId)
    .where('date', '=', date)
    .where('status', '=', 'confirmed')
    .execute();
  return rows.map(({ id }) => id);
}
