import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import type { ReactNode } from 'react';
import { useShownRole, useSignedInUser } from '../../session/queries.ts';
import { TrackMechanic } from '../../tracking/track-mechanic.tsx';
import { needsMechanic } from '../actions/allowed-step.ts';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { JobCard } from '../card/job-card.tsx';
import { customerWords, officeWords, type JobFact } from '../card/job-facts.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { useCurrentJob } from '../current-job.ts';
import { JobStep } from '../schedule/schedule-job.tsx';
import type { AppointmentTab } from './appointment-tabs.ts';

/** Which facts each role sees on the appointments list. */
const factsFor: Record<Role, readonly JobFact[]> = {
  customer: ['vehicle', 'mechanic', 'address'],
  mechanic: ['customer', 'vehicle', 'address'],
  service_advisor: ['customer_name', 'mechanic', 'address'],
  admin: ['customer_name', 'mechanic', 'address'],
};

interface ListedJobProps {
  appointment: Appointment;
  tab: AppointmentTab;
}

/** Renders one row of the appointments list, with the steps its viewer may take there. */
export function ListedJob({ appointment, tab }: ListedJobProps) {
  const role = useShownRole();
  return (
    <JobCard
      appointment={appointment}
      density="row"
      level={3}
      facts={factsFor[role]}
      words={role === 'customer' ? customerWords : officeWords}
      action={
        <>
          {tab !== 'past' &&
            (role === 'customer' ? (
              <TrackMechanic appointment={appointment} size="sm" />
            ) : (
              stepFor(role, appointment)
            ))}
          <ViewDetails appointmentId={appointment.id} />
        </>
      }
    />
  );
}

function stepFor(role: Exclude<Role, 'customer'>, appointment: Appointment): ReactNode {
  switch (role) {
    case 'mechanic':
      return <MechanicStep appointment={appointment} />;
    case 'service_advisor':
    case 'admin':
      return <AssignStep appointment={appointment} view={role === 'admin' ? 'admin' : 'advisor'} />;
  }
}

function MechanicStep({ appointment }: { appointment: Appointment }) {
  return <JobStep appointment={appointment} current={useCurrentJob()} />;
}

function AssignStep({
  appointment,
  view,
}: {
  appointment: Appointment;
  view: 'admin' | 'advisor';
}) {
  const viewer = useSignedInUser();
  return (
    needsMechanic(appointment, viewer) && (
      <AssignMechanic appointment={appointment} view={view} size="sm" />
    )
  );
}
