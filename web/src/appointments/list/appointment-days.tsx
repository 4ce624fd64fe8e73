import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDay } from '@curbwrench/contract/fields/calendar';
import { Fragment, type ReactNode } from 'react';
import { useToday } from '../../business/today.ts';
import { RowList } from '../../ui/row-list.tsx';

interface AppointmentDaysProps {
  /** The list's accessible name. */
  label: string;
  /** In display order, so that the appointments of a day are adjacent. */
  appointments: readonly Appointment[];
  /** The level of the days' headings. */
  level?: 2 | 3;
  children: (appointment: Appointment) => ReactNode;
}

/** Renders job rows under the day they are on: 'Today, Tuesday, Mar 03, 2026'. */
export function AppointmentDays({
  label,
  appointments,
  level = 2,
  children,
}: AppointmentDaysProps) {
  const Heading = `h${level}` as const;
  const today = useToday();
  const dates = [...new Set(appointments.map(({ date }) => date))];
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-5">
      {dates.map((date) => {
        const heading = displayDay(date, today);
        const jobs = appointments.filter((appointment) => appointment.date === date);
        return (
          <div key={date}>
            <Heading className="figures mb-2 text-base">{heading}</Heading>
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
