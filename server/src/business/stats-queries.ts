// Reads tables owned by these modules: appointments, mechanics, payments
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { mechanicStatus } from '../mechanics/status-queries.ts';
import { waitingStatusList } from '../scheduling/queries/open-appointments.ts';
import type { Database } from '../database/schema.ts';

/** A date, and the instants between which payments count toward it. */
export interface StatsDay {
  readonly date: string;
  readonly start: Date;
  readonly end: Date;
}

/** The stats of the admin's dashboard at one point in time. A stat that was not recorded at that time is null. */
export interface StatsSnapshot {
  readonly todayAppointments: number;
  readonly activeMechanics: number | null;
  readonly todayRevenue: string;
  readonly pendingAppointments: number | null;
}

/** Returns the SQL for the number of mechanics who are available or on a job. */
export function activeMechanics(currentTime: Pick<CurrentTime, 'local'>): RawBuilder<unknown> {
  return sql`(select count(*)::int from mechanics m
    where m.active and ${mechanicStatus(currentTime)} <> 'offline')`;
}

/** SQL for the number of appointments that are waiting for a mechanic. */
export const pendingAppointments = sql`(select coalesce(sum(count), 0)::int from appointment_counts
  where reader = '*' and status in ${waitingStatusList})`;

/**
 * Returns the four stats of the admin's dashboard: today's appointments except canceled ones, mechanics who
 * are available or on a job, what was paid today (by the time of payment, net of refunds), and appointments that are
 * waiting for a mechanic.
 */
export async function readStats(
  db: Kysely<Database>,
  today: StatsDay,
  currentTime: Pick<CurrentTime, 'local'>,
): Promise<StatsSnapshot & { activeMechanics: number; pendingAppointments: number }> {
  return getOnlyRow(
    await sql<StatsSnapshot & { activeMechanics: number; pendingAppointments: number }>`
      select ${dayStats(today)}, ${activeMechanics(currentTime)} as "activeMechanics",
        ${pendingAppointments} as "pendingAppointments"
    `.execute(db),
  );
}

/** Returns the same stats for a time in the past. Those not recorded then are null (see `recordHourlyStats`). */
export async function readPastStats(
  db: Kysely<Database>,
  day: StatsDay,
  time: Date,
): Promise<StatsSnapshot> {
  return getOnlyRow(
    await sql<StatsSnapshot>`
      select ${dayStats(day)}, active_mechanics as "activeMechanics",
        pending_appointments as "pendingAppointments"
      from (values (1)) as one_row
      left join hourly_stats on hour = date_trunc('hour', ${time}::timestamptz)
    `.execute(db),
  );
}

/**
 * Returns whether anybody worked on `day`, and the last date before `today` on which anybody did (null if there is
 * none). Somebody worked on a day if a job on that day was started.
 */
export async function readWorkingDays(
  db: Kysely<Database>,
  day: string,
  today: string,
): Promise<{ readonly isWorkingDay: boolean; readonly lastWorkingDay: string | null }> {
  const lastDate = (status: 'in_progress' | 'completed', condition: RawBuilder<unknown>) => sql`
    (select max(date) from appointments where status = ${status} and ${condition})`;
  const onDay = sql`date = ${day}::date`;
  const beforeToday = sql`date < ${today}::date`;
  return getOnlyRow(
    await sql<{ isWorkingDay: boolean; lastWorkingDay: string | null }>`
      select coalesce(${lastDate('completed', onDay)}, ${lastDate('in_progress', onDay)}) is not null as "isWorkingDay",
        greatest(${lastDate('completed', beforeToday)}, ${lastDate('in_progress', beforeToday)}) as "lastWorkingDay"
    `.execute(db),
  );
}

/** Returns the SQL for the stats that can also be computed for a past day. */
function dayStats({ date, start, end }: StatsDay) {
  return sql`
    (select count(*)::int from appointments
      where date = ${date}::date and status <> 'cancelled') as "todayAppointments",
    (select coalesce(sum(amount - refunded_amount), 0)::numeric(16, 2) from payments
      where status = 'completed' and paid_at >= ${start} and paid_at < ${end}) as "todayRevenue"`;
}

function getOnlyRow<Row>({ rows }: { rows: Row[] }): Row {
  const [row] = rows;
  if (!row) throw new Error('A query that must return a row returned none.');
  return row;
}
