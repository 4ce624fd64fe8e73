// Reads tables owned by these modules: appointments
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { toInstant } from '../../application/rules/business-time.ts';
import type { Database } from '../../database/schema.ts';

/** An appointment as an entry in its customer's calendar. */
export interface CalendarEntry {
  readonly start: Date;
  readonly end: Date;
  readonly location: string;
  /** Grows with each change of the appointment. */
  readonly sequence: number;
  /** When the appointment was last changed. */
  readonly stampedAt: Date;
  readonly hasMechanic: boolean;
}

/** Reads an appointment's calendar entry; null if the appointment doesn't exist. */
export async function findCalendarEntry(
  trx: Transaction<Database>,
  appointmentId: number,
  timeZone: string,
): Promise<CalendarEntry | null> {
  const { rows } = await sql<{
    date: string;
    startTime: string;
    endTime: string;
    location: string;
    sequence: number;
    stampedAt: Date;
    hasMechanic: boolean;
  }>`
    select a.date::text as date, a.start_time::text as "startTime", a.end_time::text as "endTime",
      a.address as location, a.updated_at as "stampedAt", a.mechanic_id is not null as "hasMechanic",
      (select count(*)::integer from appointment_events e where e.appointment_id = a.id) as sequence
    from appointments a where a.id = ${appointmentId}
  `.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const { date, startTime, endTime, ...entry } = row;
  return {
    ...entry,
    start: toInstant(date, startTime.slice(0, 5), timeZone),
    end: toInstant(date, endTime.slice(0, 5), timeZone),
  };
}
