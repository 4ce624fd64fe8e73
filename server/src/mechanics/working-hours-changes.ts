import type { WeeklyHours } from '@curbwrench/contract/working-time/schemas';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Replaces a mechanic's weekly hours, Sunday first. */
export async function replaceWeeklyHours(
  trx: Transaction<Database>,
  mechanicId: string,
  hours: WeeklyHours,
): Promise<void> {
  await trx.deleteFrom('working_hours').where('mechanic_id', '=', mechanicId).execute();
  const rows = hours.flatMap((day, weekday) =>
    day.map(({ startTime, endTime }) => ({
      mechanic_id: mechanicId,
      weekday,
      starts: startTime,
      ends: endTime,
    })),
  );
  if (rows.length > 0) await trx.insertInto('working_hours').values(rows).execute();
}

/** Replaces a mechanic's skills. */
export async function setSkills(
  trx: Transaction<Database>,
  mechanicId: string,
  skills: readonly string[],
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ skills: [...skills] })
    .where('person_id', '=', mechanicId)
    .execute();
}
