import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useEffectiveRole, useSignedInUser } from '../../session/queries.ts';
import { canAssignMechanic } from '../actions/mechanic-step.ts';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { CustomerLinks } from '../card/customer-links.tsx';
import { JobCard } from '../card/job-card.tsx';
import { JobLine } from '../card/job-line.tsx';
import {
  missingMechanicLabelsForCustomers,
  missingMechanicLabelsForStaff,
  type JobField,
} from '../card/job-fields.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { QueuedStepNotices } from '../../offline/queued-step-notices.tsx';
import { useBlockingJob } from '../current-job.ts';
import { JobStep } from '../schedule/schedule-job.tsx';
import type { AppointmentTab } from './appointment-tabs.ts';

/** Which fields customers and mechanics see on the appointments list; the office's rows use `JobLine` instead. */
const fieldsByRole: Record<'customer' | 'mechanic', readonly JobField[]> = {
  customer: ['vehicle', 'mechanic', 'address'],
  mechanic: ['customer', 'vehicle', 'address'],
};

interface AppointmentRowProps {
  appointment: Appointment;
  tab: AppointmentTab;
}

/** Renders one row of the appointments list, with the actions for the viewer's role. */
export function AppointmentRow({ appointment, tab }: AppointmentRowProps) {
  const role = useEffectiveRole();
  if (role === 'service_advisor' || role === 'admin') {
    return <OfficeRow appointment={appointment} tab={tab} role={role} />;
  }
  return (
    <JobCard
      appointment={appointment}
      layout="row"
      level={3}
      fields={fieldsByRole[role]}
      missingMechanicLabels={
        role === 'customer' ? missingMechanicLabelsForCustomers : missingMechanicLabelsForStaff
      }
      action={
        tab !== 'past' && role === 'customer' ? (
          <CustomerLinks appointment={appointment} size="sm" />
        ) : (
          <>
            {tab !== 'past' && role === 'mechanic' && <MechanicAction appointment={appointment} />}
            <ViewDetails appointmentId={appointment.id} />
          </>
        )
      }
    >
      {role === 'mechanic' && <QueuedStepNotices appointmentId={appointment.id} />}
    </JobCard>
  );
}

function MechanicAction({ appointment }: { appointment: Appointment }) {
  return <JobStep appointment={appointment} currentJob={useBlockingJob()} />;
}

function OfficeRow({
  appointment,
  tab,
  role,
}: AppointmentRowProps & { role: 'service_advisor' | 'admin' }) {
  const viewer = useSignedInUser();
  return (
    <JobLine
      appointment={appointment}
      assignButton={
        tab !== 'past' &&
        canAssignMechanic(appointment, viewer) && (
          <AssignMechanic
            appointment={appointment}
            screen={role === 'admin' ? 'admin' : 'advisor'}
            size="sm"
          />
        )
      }
    />
  );
}
