import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import type { ReactNode } from 'react';
import { useShownRole, useSignedInUser } from '../../session/queries.ts';
import { canAssignMechanic } from '../actions/mechanic-step.ts';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { CustomerLinks } from '../card/customer-links.tsx';
import { JobCard } from '../card/job-card.tsx';
import {
  missingMechanicTextsForCustomers,
  missingMechanicTextsForStaff,
  type JobField,
} from '../card/job-fields.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { useCurrentJob } from '../current-job.ts';
import { JobStep } from '../schedule/schedule-job.tsx';
import type { AppointmentTab } from './appointment-tabs.ts';

/** Which fields each role sees on the appointments list. */
const fieldsByRole: Record<Role, readonly JobField[]> = {
  customer: ['vehicle', 'mechanic', 'address'],
  mechanic: ['customer', 'vehicle', 'address'],
  service_advisor: ['customer_name', 'mechanic', 'address'],
  admin: ['customer_name', 'mechanic', 'address'],
};

interface AppointmentRowProps {
  appointment: Appointment;
  tab: AppointmentTab;
}

/** Renders one row of the appointments list, with the actions for the viewer's role. */
export function AppointmentRow({ appointment, tab }: AppointmentRowProps) {
  const role = useShownRole();
  return (
    <JobCard
      appointment={appointment}
      layout="row"
      level={3}
      fields={fieldsByRole[role]}
      missingMechanicTexts={
        role === 'customer' ? missingMechanicTextsForCustomers : missingMechanicTextsForStaff
      }
      action={
        tab !== 'past' && role === 'customer' ? (
          <CustomerLinks appointment={appointment} size="sm" />
        ) : (
          <>
            {tab !== 'past' && role !== 'customer' && renderStaffAction(role, appointment)}
            <ViewDetails appointmentId={appointment.id} />
          </>
        )
      }
    />
  );
}

function renderStaffAction(role: Exclude<Role, 'customer'>, appointment: Appointment): ReactNode {
  switch (role) {
    case 'mechanic':
      return <MechanicAction appointment={appointment} />;
    case 'service_advisor':
    case 'admin':
      return (
        <AssignAction appointment={appointment} screen={role === 'admin' ? 'admin' : 'advisor'} />
      );
  }
}

function MechanicAction({ appointment }: { appointment: Appointment }) {
  return <JobStep appointment={appointment} current={useCurrentJob()} />;
}

function AssignAction({
  appointment,
  screen,
}: {
  appointment: Appointment;
  screen: 'admin' | 'advisor';
}) {
  const viewer = useSignedInUser();
  return (
    canAssignMechanic(appointment, viewer) && (
      <AssignMechanic appointment={appointment} screen={screen} size="sm" />
    )
  );
}
