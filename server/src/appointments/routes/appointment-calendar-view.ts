import { bookedServicesText } from '@curbwrench/contract/services/services-text';
import type { Calendar } from '../../application/rules/icalendar.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { summarizeLines, type AppointmentRow } from '../queries/appointment-rows.ts';
import { getEventVersion, type HistorySummary } from '../rules/calendar-event.ts';

/**
 * Returns an appointment as a calendar with one event. It contains only data that every viewer of the
 * appointment is allowed to see.
 */
export function presentCalendar(
  row: AppointmentRow,
  history: HistorySummary,
  { business, publicUrl }: Pick<RouteContext, 'business' | 'publicUrl'>,
): Calendar {
  const { service } = summarizeLines(row);
  const services = bookedServicesText({ service: { name: service }, lines: row.lines });
  const vehicle = `${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}`;
  const { id, date, start_time: startTime, end_time: endTime, status } = row;
  const settings = { publicUrl, timeZone: business.timeZone };
  return {
    name: business.name,
    method: 'PUBLISH',
    events: [
      {
        ...getEventVersion({ id, date, startTime, endTime, status }, history, settings),
        summary: business.name === '' ? services : `${services} (${business.name})`,
        description: vehicle,
        location: row.address,
        url: new URL(`/appointments/${row.id}`, publicUrl).href,
      },
    ],
  };
}
