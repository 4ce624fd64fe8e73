// Reads tables owned by these modules: appointments
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { summarizeHistory } from '../../appointments/queries/appointment-history.ts';
import type {
  HistorySummary,
  ScheduledAppointment,
} from '../../appointments/rules/calendar-event.ts';
import type { Database } from '../../database/schema.ts';

/** An appointment as an entry in its customer's calendar. */
export interface CalendarEntry extends ScheduledAppointment {
  readonly location: string;
  readonly history: HistorySummary;
}

/** Reads an appointment's calendar entry; null if the appointment doesn't exist. */
export async function findCalendarEntry(
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<CalendarEntry | null> {
  const { rows } = await sql<ScheduledAppointment & { location: string; created_at: Date }>`
    select a.id, a.date::text as date, a.start_time::text as "startTime", a.end_time::text as "endTime",
      a.status, a.address as location, a.created_at
    from appointments a where a.id = ${appointmentId}
  `.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const { created_at, ...entry } = row;
  return { ...entry, history: await summarizeHistory(trx, { id: entry.id, created_at }) };
}
