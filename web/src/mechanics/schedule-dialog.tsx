import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDay } from '@curbwrench/contract/fields/calendar';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { CalendarOff } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { JobCard } from '../appointments/card/job-card.tsx';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { useAppointmentPages } from '../appointments/queries.ts';
import { useToday } from '../business/today.ts';
import { getFullName } from '../lib/people.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';

interface ScheduleDialogProps {
  mechanic: Mechanic;
  onClose: () => void;
}

/** Shows a mechanic's jobs from today onward, earliest first. */
export function ScheduleDialog({ mechanic, onClose }: ScheduleDialogProps) {
  const today = useToday();
  const { query, more } = useAppointmentPages({
    mechanicId: mechanic.id,
    status: ['confirmed', 'in_progress', 'completed'],
    from: today,
    sort: 'date',
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${getFullName(mechanic)}'s schedule`}
      description="From today onward"
      wide
    >
      <Loaded
        query={query}
        skeleton={<JobSkeletons count={3} layout="strip" />}
        failure="We couldn't load the schedule."
        getCause={getErrorMessage}
      >
        {(appointments) =>
          appointments.length === 0 ? (
            <EmptyState icon={<CalendarOff aria-hidden />}>
              {getFullName(mechanic)} has no upcoming jobs.
            </EmptyState>
          ) : (
            <div className="grid gap-5">
              {groupByDay(appointments).map(([date, jobs]) => (
                <section key={date} aria-label={displayDay(date, today)}>
                  <h3 className="figures mb-2 flex justify-between gap-4 font-sans text-sm font-semibold text-ink-soft">
                    <span>{displayDay(date, today)}</span>
                    <span>
                      {jobs.length} {jobs.length === 1 ? 'job' : 'jobs'}
                    </span>
                  </h3>
                  <RowList>
                    {jobs.map((job) => (
                      <JobCard
                        key={job.id}
                        appointment={job}
                        layout="row"
                        hideDate
                        level={4}
                        fields={['customer_name', 'vehicle', 'address']}
                      />
                    ))}
                  </RowList>
                </section>
              ))}
            </div>
          )
        }
      </Loaded>
      <ShowMore noun="jobs" more={more} />
    </Dialog>
  );
}

function groupByDay(appointments: readonly Appointment[]): [string, Appointment[]][] {
  const days = new Map<string, Appointment[]>();
  for (const appointment of appointments)
    days.set(appointment.date, [...(days.get(appointment.date) ?? []), appointment]);
  return [...days];
}
