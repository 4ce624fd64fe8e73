import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useToday } from '../../business/today.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { canAssignMechanic } from '../actions/mechanic-step.ts';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { JobLine } from '../card/job-line.tsx';
import { CoverageButton } from '../coverage/coverage-button.tsx';
import { useAppointmentPages } from '../queries.ts';
import { PagedAppointments } from './paged-appointments.tsx';

/** Lists the appointments that need attention, oldest first. */
export function OverdueRows() {
  const viewer = useSignedInUser();
  const today = useToday();
  const pages = useAppointmentPages({ attention: 'needed', sort: 'date' }, { poll: true });
  return (
    <PagedAppointments
      label="Appointments that need attention"
      pages={pages}
      layout="line"
      skeletonRows={2}
      isUnframed
      empty={<p className="px-4 py-3.5 text-ink-soft sm:px-5">You're all caught up.</p>}
    >
      {(appointment) => {
        const assignButton = (
          <AssignMechanic
            appointment={appointment}
            screen={viewer.role === 'admin' ? 'admin' : 'advisor'}
            size="sm"
          >
            {appointment.mechanicId === null ? 'Assign Mechanic' : 'Change mechanic'}
          </AssignMechanic>
        );
        return (
          <JobLine
            appointment={appointment}
            showDate
            assignButton={canAssignMechanic(appointment, viewer) && assignButton}
            moreActions={
              isMechanicAway(appointment) && (
                <>
                  {assignButton}
                  {appointment.date === today && appointment.mechanic && (
                    <CoverageButton mechanic={appointment.mechanic} />
                  )}
                </>
              )
            }
          />
        );
      }}
    </PagedAppointments>
  );
}

/** Returns whether the assigned mechanic won't be working at the appointment's time. */
function isMechanicAway({ attention }: Pick<Appointment, 'attention'>): boolean {
  return attention === 'mechanic_off' || attention === 'mechanic_not_working';
}
