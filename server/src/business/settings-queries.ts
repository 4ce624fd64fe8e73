// Reads tables owned by these modules: appointments, payments
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { dateLiteral, isOpenCondition } from '../scheduling/queries/open-appointments.ts';
import type { OpenStartTime } from './settings-rules.ts';

/**
 * Returns which settings are fixed: the time zone if there is an appointment, and the currency if there is a payment.
 */
export async function readFixedSettings(
  db: Kysely<Database>,
): Promise<{ readonly isTimeZoneFixed: boolean; readonly isCurrencyFixed: boolean }> {
  const { rows } = await sql<{ isTimeZoneFixed: boolean; isCurrencyFixed: boolean }>`
    select exists (select from appointments) as "isTimeZoneFixed",
      exists (select from payments) as "isCurrencyFixed"
  `.execute(db);
  return rows[0] ?? { isTimeZoneFixed: true, isCurrencyFixed: true };
}

/** Returns the start times of open appointments from today on, with the number of appointments at each. */
export async function listOpenStartTimes(
  db: Kysely<Database>,
  today: string,
): Promise<readonly OpenStartTime[]> {
  const { rows } = await sql<OpenStartTime>`
    select a.date, to_char(a.start_time, 'HH24:MI') as "startTime", count(*)::int as count
    from appointments a
    where a.date >= ${dateLiteral(today)} and ${isOpenCondition}
    group by a.date, a.start_time
  `.execute(db);
  return rows;
}
