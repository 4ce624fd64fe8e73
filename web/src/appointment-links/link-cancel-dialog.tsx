import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { displayShortDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useForm } from 'react-hook-form';
import { getReasonDialogText } from '../appointments/details/reason-dialog-text.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { getServicesText } from './link-page-state.ts';
import { useCancelByLink } from './queries.ts';

interface LinkCancelDialogProps {
  token: string;
  appointment: LinkedAppointment;
  onClose: () => void;
}

/** Shows the terms and asks for confirmation before the linked appointment is canceled. */
export function LinkCancelDialog({ token, appointment, onClose }: LinkCancelDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const { id, date, startTime, changeUntil, mechanicName } = appointment;
  const texts = getReasonDialogText('cancel', false, 'customer');
  const cancel = useCancelByLink(token, () => {
    showToast({
      title: 'Appointment canceled',
      ...(mechanicName !== null && { description: `We let ${mechanicName} know.` }),
    });
    onClose();
  });
  const form = useForm({ defaultValues: { reason: '' } });
  const { handleSubmit, isPending, problem } = useFormRequest(form, ({ reason }) =>
    cancel.mutateAsync(reason.trim()),
  );
  return (
    <FormDialog
      title={texts.title}
      description={`${displayId(id)} · ${getServicesText(appointment)} · ${displayShortDay(date, today)} at ${displayTime(startTime)}`}
      className="grid gap-4"
      action={texts.submitLabel}
      variant="danger"
      pending={isPending}
      pendingLabel={texts.pendingLabel}
      cancel={texts.keepLabel}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <p>
        You can cancel online until {displayInstantIn(timeZone, changeUntil)}, at no charge.{' '}
        {texts.consequence}
      </p>
      <Field
        label="Reason"
        optional
        hint={texts.visibility}
        error={form.formState.errors.reason?.message}
      >
        {(control) => (
          <TextArea {...control} {...form.register('reason')} maxLength={textLimits.reason} />
        )}
      </Field>
    </FormDialog>
  );
}
