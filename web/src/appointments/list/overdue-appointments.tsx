import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import { useToday } from '../../business/today.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { canAssignMechanic } from '../actions/mechanic-step.ts';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { JobCard } from '../card/job-card.tsx';
import { CoverButton } from '../cover/cover-button.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { useAppointmentCounts, useAppointmentPages } from '../queries.ts';
import { PagedAppointments } from './paged-appointments.tsx';

/**
 * Shows dispatch how many appointments need attention, and lists them on demand: their time has passed
 * and they are still open, or their mechanic is off for the rest of today.
 */
export function OverdueAppointments() {
  const counts = useAppointmentCounts({ attention: 'overdue' }, { poll: true });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      aria-label="Appointments that need attention"
      className="rounded-lg border border-line bg-sheet empty:hidden"
    >
      <Loaded
        query={counts}
        skeleton={<Skeleton className="h-14" />}
        failure="We couldn't load what needs attention."
        getCause={getErrorMessage}
      >
        {(byStatus) => {
          const count = Object.values(byStatus).reduce((sum, appointment) => sum + appointment, 0);
          return (
            <>
              <div className="flex min-h-14 items-center gap-3 px-4 py-1.5 sm:px-5">
                {count > 0 ? (
                  <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
                ) : (
                  <CircleCheck className="size-5 shrink-0 text-ink-faint" aria-hidden />
                )}
                <p className="figures min-w-0 flex-1 font-medium" aria-live="polite">
                  {attentionCountText(count)}
                </p>
                {(count > 0 || isOpen) && (
                  <Button
                    size="sm"
                    aria-expanded={isOpen}
                    aria-label={`${isOpen ? 'Hide' : 'Show'} appointments that need attention`}
                    onClick={() => setIsOpen(!isOpen)}
                  >
                    {isOpen ? 'Hide' : 'Show'}
                  </Button>
                )}
              </div>
              {isOpen && (
                <div className="border-t border-line">
                  <OverdueRows />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function attentionCountText(count: number): string {
  if (count === 0) return 'Nothing needs attention.';
  return count === 1 ? '1 appointment needs attention' : `${count} appointments need attention`;
}

/** Lists the appointments that need attention, oldest first. */
function OverdueRows() {
  const viewer = useSignedInUser();
  const today = useToday();
  const pages = useAppointmentPages({ attention: 'overdue', sort: 'date' }, { poll: true });
  return (
    <PagedAppointments
      label="Appointments that need attention"
      pages={pages}
      skeletonRows={2}
      isUnframed
      empty={<p className="px-4 py-3.5 text-ink-soft sm:px-5">You're all caught up.</p>}
    >
      {(appointment) => (
        <JobCard
          appointment={appointment}
          layout="row"
          fields={['customer_name', 'mechanic', 'address']}
          action={
            <>
              {(canAssignMechanic(appointment, viewer) || isMechanicAway(appointment)) && (
                <AssignMechanic
                  appointment={appointment}
                  screen={viewer.role === 'admin' ? 'admin' : 'advisor'}
                  size="sm"
                >
                  {appointment.mechanicId === null ? 'Assign Mechanic' : 'Change Mechanic'}
                </AssignMechanic>
              )}
              {isMechanicAway(appointment) &&
                appointment.date === today &&
                appointment.mechanic && <CoverButton mechanic={appointment.mechanic} />}
              <ViewDetails appointmentId={appointment.id} />
            </>
          }
        />
      )}
    </PagedAppointments>
  );
}

/** Returns whether the appointment has a mechanic who will not come. */
function isMechanicAway({ attention }: Pick<Appointment, 'attention'>): boolean {
  return attention === 'mechanic_off' || attention === 'mechanic_not_working';
}
