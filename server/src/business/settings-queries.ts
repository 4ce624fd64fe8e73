// Reads tables of: appointments, payments
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { dateLiteral, isOpenCondition } from '../scheduling/queries/open-appointments.ts';
import type { OpenStart } from './settings-rules.ts';

/** Returns whether there is an appointment, and whether there is a payment. */
export async function readFixedSettings(
  db: Kysely<Database>,
): Promise<{ readonly isTimeZoneFixed: boolean; readonly isCurrencyFixed: boolean }> {
  const { rows } = await sql<{ isTimeZoneFixed: boolean; isCurrencyFixed: boolean }>`
    select exists (select from appointments) as "isTimeZoneFixed",
      exists (select from payments) as "isCurrencyFixed"
  `.execute(db);
  return rows[0] ?? { isTimeZoneFixed: true, isCurrencyFixed: true };
}

/** Returns when the open appointments from today on start, with their number. */
export async function listOpenStarts(
  db: Kysely<Database>,
  today: string,
): Promise<readonly OpenStart[]> {
  const { rows } = await sql<OpenStart>`
    select a.date, to_char(a.start_time, 'HH24:MI') as "startTime", count(*)::int as count
    from appointments a
    where a.date >= ${dateLiteral(today)} and ${isOpenCondition}
    group by a.date, a.start_time
  `.execute(db);
  return rows;
}
