import { sortIntervals, type HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { WeeklyHours } from '@curbwrench/contract/working-time/schemas';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Replaces a mechanic's weekly hours, Sunday first. Unchanged days are not written, and so are not audited. */
export async function replaceWeeklyHours(
  trx: Transaction<Database>,
  mechanicId: string,
  hours: WeeklyHours,
): Promise<void> {
  const stored = await trx
    .selectFrom('working_hours')
    .select(['weekday', 'starts', 'ends'])
    .where('mechanic_id', '=', mechanicId)
    .orderBy('starts')
    .execute();
  for (const [weekday, day] of hours.entries()) {
    const storedIntervals = stored
      .filter((row) => row.weekday === weekday)
      .map(({ starts, ends }) => ({ startTime: starts.slice(0, 5), endTime: ends.slice(0, 5) }));
    if (haveSameHours(storedIntervals, sortIntervals(day))) continue;
    await trx
      .deleteFrom('working_hours')
      .where('mechanic_id', '=', mechanicId)
      .where('weekday', '=', weekday)
      .execute();
    if (day.length === 0) continue;
    const rows = day.map(({ startTime, endTime }) => ({ starts: startTime, ends: endTime }));
    await trx
      .insertInto('working_hours')
      .values(rows.map((row) => ({ mechanic_id: mechanicId, weekday, ...row })))
      .execute();
  }
}

function haveSameHours(before: readonly HoursInterval[], after: readonly HoursInterval[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ startTime, endTime }, index) => {
      const other = after[index];
      return startTime === other?.startTime && endTime === other.endTime;
    })
  );
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
