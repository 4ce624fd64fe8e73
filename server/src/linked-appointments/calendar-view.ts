import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Calendar } from '../application/rules/icalendar.ts';
import { summarizeLines, type AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import { getEventVersion, type HistorySummary } from '../appointments/rules/calendar-event.ts';
import type { RouteContext } from '../http/route-context.ts';

/**
 * Returns an appointment as a calendar with one event, for the holder of its link. The event contains the business's
 * phone number. It contains neither the appointment's link, which gives rights, nor a link to a page that requires
 * signing in.
 */
export function presentLinkedCalendar(
  { business, publicUrl }: Pick<RouteContext, 'business' | 'publicUrl'>,
  row: AppointmentRow,
  history: HistorySummary,
): Calendar {
  const { services } = summarizeLines(row);
  const { id, date, start_time: startTime, end_time: endTime, status } = row;
  const settings = { publicUrl, timeZone: business.timeZone };
  const phone = business.phone === null ? '' : ` Phone: ${business.phone}.`;
  return {
    name: business.name,
    method: 'PUBLISH',
    events: [
      {
        ...getEventVersion({ id, date, startTime, endTime, status }, history, settings),
        summary: `${services} (${business.name})`,
        description: `Appointment ${displayId(row.id)}, ${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}.${phone}`,
        location: row.address,
        url: publicUrl,
      },
    ],
  };
}
