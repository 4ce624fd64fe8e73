import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { missingReasonProblem } from '@curbwrench/contract/appointments/lifecycle';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useToday } from '../../business/today.ts';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { paths } from '../../paths.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { changeFailedTitle, updateToasts } from '../actions/job-toasts.ts';
import { getServiceName } from '../card/job-fields.tsx';
import { useChangeAppointment } from '../queries.ts';
import { getReasonDialogText } from './reason-dialog-text.ts';

interface ReasonDialogProps {
  appointment: AppointmentDetails;
  action: 'unassign' | 'cancel';
  onClose: () => void;
}

/** Asks for confirmation and a reason before an appointment is canceled or its mechanic is unassigned. */
export function ReasonDialog({ appointment, action, onClose }: ReasonDialogProps) {
  const viewer = useSignedInUser();
  const today = useToday();
  const navigate = useNavigate();
  const { id, date, startTime, mechanicId, status } = appointment;
  const isDeclining = action === 'unassign' && mechanicId === viewer.id;
  const text = getReasonDialogText(action, isDeclining, viewer.role);
  const problemIfBlank = missingReasonProblem(action, status);
  const change = useChangeAppointment({
    onSuccess: () => {
      showToast(updateToasts.success);
      onClose();
      // A mechanic who declined a job can no longer see it.
      if (isDeclining && viewer.role === 'mechanic') void navigate({ to: paths.appointments });
    },
  });
  const form = useForm({ defaultValues: { reason: '' } });
  const { handleSubmit, isPending } = useFormRequest(
    form,
    ({ reason }) => {
      const newStatus = action === 'cancel' ? 'cancelled' : 'unassigned';
      return change.mutateAsync({ id, change: { status: newStatus, reason: reason.trim() } });
    },
    { title: changeFailedTitle },
  );

  return (
    <FormDialog
      title={text.title}
      description={`${displayId(id)} ${getServiceName(appointment)} ${displayDayInSentence(date, today)} at ${displayTime(startTime)}`}
      className="grid gap-4"
      action={text.submitLabel}
      variant="danger"
      pending={isPending}
      pendingLabel={text.pendingLabel}
      cancel={text.keepLabel}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{text.consequence}</p>
      <Field
        label="Reason"
        optional={problemIfBlank === null}
        hint={text.visibility}
        error={form.formState.errors.reason?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            {...form.register('reason', {
              validate: (reason) =>
                problemIfBlank === null || reason.trim() !== '' || problemIfBlank,
            })}
            maxLength={textLimits.reason}
          />
        )}
      </Field>
    </FormDialog>
  );
}
