// Reads tables of: working-time
import { sql, type Transaction } from 'kysely';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { LocalTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';
import { isSickEntry, sickReason } from './status-queries.ts';

/** Enters that a mechanic is off sick from now until the end of the business day. */
export async function insertSickDay(
  trx: Transaction<Database>,
  mechanicId: string,
  { date, minutes }: LocalTime,
): Promise<void> {
  // Without the times that are already off: entries do not overlap.
  await sql`
    insert into time_off (mechanic_id, during, reason)
    select ${mechanicId}, unnest(multirange(rest.of_day) - coalesce(range_agg(o.during), '{}')), ${sickReason}
    from (
      select tsrange(${date}::date + ${toTimeOfDay(minutes)}::time, (${date}::date + 1)::timestamp) as of_day
    ) rest
    left join time_off o on o.mechanic_id = ${mechanicId} and o.during && rest.of_day
    group by rest.of_day
  `.execute(trx);
}

/** Removes the entry that a mechanic is off sick today. */
export async function deleteSickDay(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<void> {
  await sql`
    delete from time_off o where o.mechanic_id = ${mechanicId} and ${isSickEntry(date)}
  `.execute(trx);
}

/** Returns whether a mechanic is off sick for the rest of this business day. */
export async function isOffSick(
  trx: Transaction<Database>,
  mechanicId: string,
  date: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from time_off o where o.mechanic_id = ${mechanicId} and ${isSickEntry(date)}
  `.execute(trx);
  return rows.length > 0;
}

/** Forgets how a mechanic last set their availability switch, so that their working hours decide. */
export async function forgetSwitch(trx: Transaction<Database>, mechanicId: string): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ switched_on: null, switched_at: null })
    .where('person_id', '=', mechanicId)
    .execute();
}
