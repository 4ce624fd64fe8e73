import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { gateCodeTexts } from '@curbwrench/contract/appointments/job-details';
import { Check, Play } from 'lucide-react';
import { useToday } from '../../business/today.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { findMechanicStep, stepLabels } from '../actions/mechanic-step.ts';
import { JobButton } from '../actions/job-button.tsx';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { CustomerDetails } from '../card/customer-details.tsx';
import { JobCard } from '../card/job-card.tsx';
import { ViewDetails } from '../card/view-details.tsx';

interface ScheduleJobProps {
  appointment: Appointment;
  /** The mechanic's job in progress, which other jobs have to wait for. */
  current: Appointment | null;
  /** `card` is for the current or next job: it shows the notes and the screen's main action. */
  layout: 'card' | 'row';
}

/** Renders a job on the mechanic's schedule, with its next step. */
export function ScheduleJob({ appointment, current, layout }: ScheduleJobProps) {
  const today = useToday();
  const size = layout === 'card' ? 'md' : 'sm';
  return (
    <JobCard
      appointment={appointment}
      layout={layout}
      level={4}
      fields={['vehicle', 'address']}
      hideDate={appointment.date === today}
      action={
        <JobStep appointment={appointment} current={current} isMainAction={layout === 'card'} />
      }
      more={
        <>
          <CustomerDetails appointment={appointment} size={size} />
          <ViewDetails appointmentId={appointment.id} size={size} />
        </>
      }
    >
      {layout === 'card' && appointment.gateCode && (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">{gateCodeTexts.label}: </span>
          <strong>{appointment.gateCode}</strong>
        </p>
      )}
      {layout === 'card' && appointment.notes && (
        <p className="rounded-md bg-well px-3 py-2.5 wrap-anywhere whitespace-pre-line">
          <span className="sr-only">Notes: </span>
          {appointment.notes}
        </p>
      )}
    </JobCard>
  );
}

interface JobStepProps {
  appointment: Appointment;
  current: Appointment | null;
  /** Whether it is the screen's main action. */
  isMainAction?: boolean;
}

/** Renders Start Service or Complete Service, if the lifecycle table allows it. */
export function JobStep({ appointment, current, isMainAction = false }: JobStepProps) {
  const viewer = useSignedInUser();
  const today = useToday();
  const step = findMechanicStep(appointment, viewer, today, current);
  if (!step) return null;
  const Icon = step.name === 'start' ? Play : Check;
  return (
    <JobButton
      appointment={appointment}
      step={step}
      toasts={scheduleToasts}
      variant={isMainAction ? 'primary' : 'secondary'}
      size={isMainAction ? 'lg' : 'md'}
      icon={<Icon className="size-5 shrink-0" aria-hidden />}
    >
      {stepLabels[step.name]}
    </JobButton>
  );
}
