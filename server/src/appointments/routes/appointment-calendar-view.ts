import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { bookedServicesText } from '@curbwrench/contract/services/services-text';
import { toInstant } from '../../application/rules/business-time.ts';
import {
  getAppointmentUid,
  type Calendar,
  type CalendarEvent,
} from '../../application/rules/icalendar.ts';
import type { RouteContext } from '../../http/route-context.ts';
import type { HistoryRow } from '../queries/appointment-history.ts';
import { summarizeLines, type AppointmentRow } from '../queries/appointment-rows.ts';

/**
 * Returns an appointment as a calendar with one event. Contains nothing that only some of the people who may see the
 * appointment may know.
 */
export function presentCalendar(
  row: AppointmentRow,
  history: readonly HistoryRow[],
  { business, publicUrl }: Pick<RouteContext, 'business' | 'publicUrl'>,
): Calendar {
  const { service } = summarizeLines(row);
  const services = bookedServicesText({ service: { name: service }, lines: row.lines });
  const vehicle = `${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}`;
  return {
    name: business.name,
    method: 'PUBLISH',
    events: [
      {
        uid: getAppointmentUid(row.id, publicUrl),
        sequence: history.length,
        stampedAt: new Date(history.at(-1)?.at ?? row.created_at),
        start: toInstant(row.date, row.start_time.slice(0, 5), business.timeZone),
        end: toInstant(row.date, row.end_time.slice(0, 5), business.timeZone),
        summary: business.name === '' ? services : `${services} (${business.name})`,
        description: vehicle,
        location: row.address,
        url: new URL(`/appointments/${row.id}`, publicUrl).href,
        status: getEventStatus(row.status),
      },
    ],
  };
}

/** Returns an event's status: tentative while the appointment waits for a mechanic. */
function getEventStatus(status: AppointmentRow['status']): CalendarEvent['status'] {
  if (status === 'cancelled') return 'CANCELLED';
  return waitingStatuses.some((waiting) => waiting === status) ? 'TENTATIVE' : 'CONFIRMED';
}
