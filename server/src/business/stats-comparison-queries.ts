import type { StatChange, Stats } from '@curbwrench/contract/business/schemas';
import { addDays, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { toCents } from '@curbwrench/contract/fields/money';
import type { Kysely } from 'kysely';
import { toInstant, type CurrentTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';
import {
  readPastStats,
  readStats,
  readWorkingDays,
  type StatsSnapshot,
  type StatsDay,
} from './stats-queries.ts';

/** A past day to compare today with, and its stats up to the same time of day as now. */
interface ComparisonDay {
  readonly date: string;
  readonly stats: StatsSnapshot;
}

/**
 * Returns the four stats of the admin's dashboard and the change in each since the same day last week. If nobody
 * worked on that day, or the stat was zero or unknown, the stat is compared with the last day on which anybody worked.
 * Stats that grow during a day are compared up to the same time of day.
 */
export async function readStatsWithChanges(
  db: Kysely<Database>,
  currentTime: CurrentTime,
): Promise<Stats> {
  const { local, timeZone } = currentTime;
  const [stats, comparisonDays] = await Promise.all([
    readStats(db, toStatsDay(local.date, timeZone), currentTime),
    readComparisonDays(db, currentTime),
  ]);
  const compare = (read: (day: StatsSnapshot) => number | null) =>
    findChange(read(stats), comparisonDays, read);
  return {
    ...stats,
    changes: {
      todayAppointments: compare((day) => day.todayAppointments),
      activeMechanics: compare((day) => day.activeMechanics),
      todayRevenue: compare((day) => toCents(day.todayRevenue)),
      pendingAppointments: compare((day) => day.pendingAppointments),
    },
  };
}

/** Returns up to two days to compare today with, in order of preference. */
async function readComparisonDays(
  db: Kysely<Database>,
  { local, timeZone }: CurrentTime,
): Promise<ComparisonDay[]> {
  const lastWeek = addDays(local.date, -7);
  const { isWorkingDay, lastWorkingDay } = await readWorkingDays(db, lastWeek, local.date);
  const dates = new Set(isWorkingDay ? [lastWeek] : []);
  if (lastWorkingDay !== null) dates.add(lastWorkingDay);
  return Promise.all(
    [...dates].map(async (date) => {
      const sameTime = toInstant(date, toTimeOfDay(local.minutes), timeZone);
      const day = { ...toStatsDay(date, timeZone), end: sameTime };
      return { date, stats: await readPastStats(db, day, sameTime) };
    }),
  );
}

/** Returns a date with the instants at which it starts and ends in the business's time zone. */
function toStatsDay(date: string, timeZone: string): StatsDay {
  return {
    date,
    start: toInstant(date, '00:00', timeZone),
    end: toInstant(addDays(date, 1), '00:00', timeZone),
  };
}

/** Returns the change since the first of these days whose value is known and above zero; null if there is none. */
function findChange(
  current: number | null,
  comparisonDays: readonly ComparisonDay[],
  read: (day: StatsSnapshot) => number | null,
): StatChange {
  if (current === null) return null;
  for (const { date, stats } of comparisonDays) {
    const before = read(stats);
    if (before !== null && before > 0) {
      return { percent: Math.round(((current - before) / before) * 100), comparedTo: date };
    }
  }
  return null;
}
