import { displayId } from '@curbwrench/contract/fields/display-id';
import { toInstant } from '../application/rules/business-time.ts';
import { getAppointmentUid, writeCalendar } from '../application/rules/icalendar.ts';
import { summarizeLines, type AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Returns an appointment as an iCalendar file for its customer. It contains no link that gives rights. */
export function presentCalendarFile(
  { business, publicUrl }: Pick<RouteContext, 'business' | 'publicUrl'>,
  row: AppointmentRow,
): string {
  const { services } = summarizeLines(row);
  const instant = (time: string) => toInstant(row.date, time, business.timeZone);
  const phone = business.phone === '' ? '' : ` Phone: ${business.phone}.`;
  return writeCalendar({
    name: business.name,
    method: 'PUBLISH',
    events: [
      {
        uid: getAppointmentUid(row.id, publicUrl),
        // Later versions have higher numbers; seconds fit into the 32 bits that programs read.
        sequence: Math.floor(row.updated_at.getTime() / 1000),
        stampedAt: row.updated_at,
        start: instant(row.start_time),
        end: instant(row.end_time),
        summary: `${services} (${business.name})`,
        description: `Appointment ${displayId(row.id)}, ${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}.${phone}`,
        location: row.address,
        url: publicUrl,
        status: row.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
      },
    ],
  });
}
