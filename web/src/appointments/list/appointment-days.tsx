import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import { Fragment, type ReactNode } from 'react';
import { useToday } from '../../business/today.ts';
import { RowList } from '../../ui/row-list.tsx';

interface AppointmentDaysProps {
  /** Names the whole list for a screen reader. */
  label: string;
  /** In display order, with those of one day together. */
  appointments: readonly Appointment[];
  children: (appointment: Appointment) => ReactNode;
}

/** Renders job rows under the day they are on: 'Today', 'Tomorrow', 'Tue, Nov 24'. */
export function AppointmentDays({ label, appointments, children }: AppointmentDaysProps) {
  const today = useToday();
  const dates = [...new Set(appointments.map(({ date }) => date))];
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-5">
      {dates.map((date) => {
        const heading = displayDayHeading(date, today);
        const jobs = appointments.filter((appointment) => appointment.date === date);
        return (
          <div key={date}>
            <h2 className="figures mb-2 text-base">{heading}</h2>
            <RowList label={heading}>
              {jobs.map((appointment) => (
                <Fragment key={appointment.id}>{children(appointment)}</Fragment>
              ))}
            </RowList>
          </div>
        );
      })}
    </div>
  );
}
