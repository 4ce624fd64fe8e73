import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { gateCodeTexts } from '@curbwrench/contract/appointments/job-details';
import { Check, MapPinCheck, Play } from 'lucide-react';
import { useToday } from '../../business/today.ts';
import { QueuedStepNotices } from '../../offline/queued-step-notices.tsx';
import { useQueuedSteps } from '../../offline/queued-steps.ts';
import { useSignedInUser } from '../../session/queries.ts';
import {
  findMechanicStep,
  findMechanicSteps,
  stepLabels,
  type MechanicStep,
} from '../actions/mechanic-step.ts';
import { JobButton } from '../actions/job-button.tsx';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { applyQueuedSteps } from '../actions/queued-job.ts';
import { CallCustomer } from '../card/call-customer.tsx';
import { CustomerDetails } from '../card/customer-details.tsx';
import { JobCard } from '../card/job-card.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { DirectionsLink } from '../details/directions-link.tsx';

interface ScheduleJobProps {
  appointment: Appointment;
  /** The mechanic's job in progress, which other jobs have to wait for. */
  currentJob: Pick<Appointment, 'id'> | null;
  /** `card` is for the current or next job: it shows the notes and the screen's primary action. */
  layout: 'card' | 'row';
}

/** Renders a job on the mechanic's schedule, with its next step. */
export function ScheduleJob({ appointment, currentJob, layout }: ScheduleJobProps) {
  const today = useToday();
  const size = layout === 'card' ? 'md' : 'sm';
  const notices = <QueuedStepNotices appointmentId={appointment.id} />;
  const job = (
    <JobCard
      appointment={appointment}
      layout={layout}
      level={4}
      fields={['vehicle', 'address']}
      hideDate={appointment.date === today}
      action={
        layout === 'card' ? (
          <JobSteps appointment={appointment} currentJob={currentJob} />
        ) : (
          <JobStep appointment={appointment} currentJob={currentJob} />
        )
      }
      moreActions={
        <>
          <CustomerDetails appointment={appointment} size={size} />
          <ViewDetails appointmentId={appointment.id} size={size} />
        </>
      }
    >
      {layout === 'row' && notices}
      {layout === 'card' && (
        <div className="flex flex-wrap gap-2 *:flex-auto *:px-2 sm:*:flex-none sm:*:px-4">
          <DirectionsLink appointment={appointment}>Navigate</DirectionsLink>
          <CallCustomer customer={appointment.customer} />
        </div>
      )}
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
  // On a phone, the primary action can cover the bottom of a card, so the notices are above it.
  return layout === 'row' ? (
    job
  ) : (
    <div className="grid gap-3">
      {notices}
      {job}
    </div>
  );
}

interface JobStepProps {
  appointment: Appointment;
  /** The job that other jobs have to wait for. */
  currentJob: Pick<Appointment, 'id'> | null;
}

/** Renders Start Service or Complete Service, if the lifecycle table allows it. */
export function JobStep({ appointment, currentJob }: JobStepProps) {
  const viewer = useSignedInUser();
  const today = useToday();
  const job = applyQueuedSteps(appointment, useQueuedSteps(appointment.id));
  const step = findMechanicStep(job, viewer, today, currentJob);
  if (!step) return null;
  return <StepButton appointment={appointment} step={step} />;
}

/** Renders all steps of the current or next job: the first is the screen's primary action, the others are secondary. */
function JobSteps({ appointment, currentJob }: JobStepProps) {
  const viewer = useSignedInUser();
  const today = useToday();
  return findMechanicSteps(appointment, viewer, today, currentJob).map((step, index) => (
    <StepButton
      key={step.name}
      appointment={appointment}
      step={step}
      isPrimaryAction={index === 0}
    />
  ));
}

const stepIcons = { start: Play, arrive: MapPinCheck, complete: Check };

function StepButton({
  appointment,
  step,
  isPrimaryAction = false,
}: {
  appointment: Appointment;
  step: MechanicStep;
  isPrimaryAction?: boolean;
}) {
  const Icon = stepIcons[step.name];
  return (
    <JobButton
      appointment={appointment}
      step={step}
      toasts={scheduleToasts}
      variant={isPrimaryAction ? 'primary' : 'secondary'}
      size={isPrimaryAction ? 'lg' : 'md'}
      icon={<Icon className="size-5 shrink-0" aria-hidden />}
    >
      {stepLabels[step.name]}
    </JobButton>
  );
}
