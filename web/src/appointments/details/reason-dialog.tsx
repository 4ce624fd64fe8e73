import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import { missingReasonProblem } from '@curbwrench/contract/appointments/lifecycle';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { paths } from '../../paths.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment } from '../queries.ts';
import { reasonTexts } from './reason-texts.ts';

interface ReasonDialogProps {
  appointment: AppointmentDetails;
  action: 'unassign' | 'cancel';
  onClose: () => void;
}

/** Asks for confirmation and a reason before an appointment is cancelled or unassigned. */
export function ReasonDialog({ appointment, action, onClose }: ReasonDialogProps) {
  const viewer = useSignedInUser();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { id, date, startTime, mechanicId, status } = appointment;
  const declines = action === 'unassign' && mechanicId === viewer.id;
  const texts = reasonTexts(action, declines, viewer.role);
  const needed = missingReasonProblem(action, status);
  const step = useChangeAppointment({
    onSuccess: () => {
      showToast(scheduleToasts.start.success);
      onClose();
      // A mechanic who declined a job can no longer see it.
      if (declines && viewer.role === 'mechanic') void navigate({ to: paths.appointments });
    },
    onError: (error) => showToast(scheduleToasts.start.failure(error)),
  });

  function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = reason.trim();
    setIsMissing(needed !== null && given === '');
    if ((needed !== null && given === '') || step.isPending) return;
    const to = action === 'cancel' ? 'cancelled' : 'unassigned';
    step.mutate({ id, change: { status: to, reason: given } });
  }

  return (
    <FormDialog
      title={texts.title}
      description={`${displayId(id)}, ${displayDate(date)} at ${twelveHour(startTime)}`}
      className="grid gap-4"
      action={texts.confirm}
      variant="danger"
      pending={step.isPending}
      pendingLabel={texts.pending}
      cancel="Keep it"
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{texts.consequence}</p>
      <Field
        label="Reason"
        optional={needed === null}
        hint={texts.viewers}
        error={isMissing ? (needed ?? undefined) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            value={reason}
            maxLength={textLimits.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
