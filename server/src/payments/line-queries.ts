// Reads tables owned by these modules: appointments
import type { AppointmentLine } from '@curbwrench/contract/payments/schemas';
import { sql } from 'kysely';

/** SQL for the line items of a row of `appointments a` as JSON, in order of position; null without an appointment. */
export const linesOfAppointment = sql<readonly AppointmentLine[] | null>`(
  select json_agg(json_build_object('position', l.position, 'kind', l.kind, 'serviceId', l.service_id,
    'description', l.description, 'quantity', l.quantity, 'unitPrice', l.unit_price::text,
    'duration', l.duration) order by l.position)
  from appointment_lines l where l.appointment_id = a.id
)`;

/** SQL for the total of the line items of the appointment with the id `a.id`. */
export const totalOfAppointment = sql<string>`(
  select sum(round(l.quantity * l.unit_price, 2)) from appointment_lines l where l.appointment_id = a.id
)`;
