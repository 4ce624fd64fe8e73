import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck2 } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { canAssignMechanic } from '../appointments/actions/mechanic-step.ts';
import { AssignMechanic } from '../appointments/assignment/assign-mechanic.tsx';
import { JobCard } from '../appointments/card/job-card.tsx';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { ViewDetails } from '../appointments/card/view-details.tsx';
import { appointmentsQuery } from '../appointments/queries.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';

/** The maximum number of rows. */
const rowLimit = 3;
export const pendingQuery = appointmentsQuery({ status: waitingStatuses, sort: 'date' }, rowLimit);

/** Lists the earliest appointments that are waiting for a mechanic. */
export function PendingAppointments() {
  const viewer = useSignedInUser();
  const query = useQuery(pendingQuery);
  return (
    <Panel
      title="Pending Appointments"
      flush
      action={
        <Link
          to={paths.appointments}
          className="link -my-2 inline-flex min-h-touch items-center text-sm font-semibold"
        >
          View All<span className="sr-only"> appointments</span>
        </Link>
      }
    >
      <Loaded
        query={query}
        skeleton={<JobSkeletons count={rowLimit} isUnframed />}
        failure="We couldn't load the pending appointments."
        getCause={getErrorMessage}
      >
        {(appointments) => (
          <RestoreFocus>
            {appointments.length === 0 ? (
              <EmptyState icon={<CalendarCheck2 aria-hidden />}>
                No pending appointments at the moment.
              </EmptyState>
            ) : (
              <RowList label="Pending Appointments" bare>
                {appointments.map((appointment) => (
                  <JobCard
                    key={appointment.id}
                    appointment={appointment}
                    layout="row"
                    fields={['customer_name', 'vehicle']}
                    action={
                      <>
                        {canAssignMechanic(appointment, viewer) && (
                          <AssignMechanic appointment={appointment} screen="admin" size="sm" />
                        )}
                        <ViewDetails appointmentId={appointment.id}>Details</ViewDetails>
                      </>
                    }
                  />
                ))}
              </RowList>
            )}
          </RestoreFocus>
        )}
      </Loaded>
    </Panel>
  );
}
