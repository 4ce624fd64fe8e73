// Reads tables owned by these modules: appointments
import { sql, type Kysely } from 'kysely';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { MessageKind } from '@curbwrench/contract/messaging/kinds';
import type { Database } from '../../database/schema.ts';

/** An appointment that is used to preview a message. */
export interface PreviewAppointment {
  readonly id: number;
  readonly customerId: string;
  readonly mechanicId: string | null;
  readonly date: string;
}

const upcoming = ['pending', 'unassigned', 'confirmed'] as const;
const assigned = ['confirmed', 'in_progress', 'completed'] as const;
const started = ['in_progress', 'completed'] as const;

/** The statuses of the appointments that each kind of message is about. */
const statuses: Readonly<Record<MessageKind, readonly AppointmentStatus[]>> = {
  booked: upcoming,
  confirmed: assigned,
  reassigned: assigned,
  moved: upcoming,
  cancelled: ['cancelled'],
  reminder_day: ['confirmed'],
  reminder_hours: ['confirmed'],
  on_the_way: started,
  arrived: started,
  finished: ['completed'],
  payment_received: ['completed'],
  review_request: ['completed'],
  office_reply: upcoming,
  texted_cancel: upcoming,
  // Sent before there is an appointment.
  booking_code: [],
  new_link: upcoming,
  job_assigned: assigned,
  job_changed: assigned,
  job_removed: assigned,
  tomorrows_jobs: ['confirmed'],
  office_booking: upcoming,
  office_attention: ['unassigned'],
  office_attention_list: ['unassigned'],
  office_message: [...upcoming, ...started],
};

/** Returns the latest appointment that a message of this kind could be about; null if there is none. */
export async function findPreviewAppointment(
  db: Kysely<Database>,
  kind: MessageKind,
): Promise<PreviewAppointment | null> {
  const { rows } = await sql<PreviewAppointment>`
    select latest.id, latest.customer_id as "customerId", latest.mechanic_id as "mechanicId", latest.date
    from unnest(${[...statuses[kind]]}::text[]) as wanted (status)
    cross join lateral (
      select id, customer_id, mechanic_id, date, start_time from appointments
      where appointments.status = wanted.status
      order by date desc, start_time desc, id desc limit 1
    ) as latest
    order by latest.date desc, latest.start_time desc, latest.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
