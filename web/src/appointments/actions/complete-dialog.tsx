import { highestMileage, workNoteRule } from '@curbwrench/contract/appointments/job-details';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { useMoney } from '../../business/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { getServiceName } from '../card/job-fields.tsx';
import { useSignedInUser } from '../../session/queries.ts';
import { offerDuePayment } from './offer-due-payment.ts';
import { stepLabels } from './mechanic-step.ts';
import type { JobToasts } from './job-toasts.ts';
import { useJobStep } from './use-job-step.ts';

interface CompleteDialogProps {
  appointment: Appointment;
  toasts: JobToasts;
  onClose: () => void;
}

/**
 * Asks for confirmation, because completing a job is final, and shows what the customer will owe. After a
 * failure, the dialog stays open so that the mechanic can try again; after a success, the payment dialog opens if a payment
 * is due.
 */
export function CompleteDialog({ appointment, toasts, onClose }: CompleteDialogProps) {
  const money = useMoney();
  const { id, price } = appointment;
  const due = Number(price) === 0 ? 'nothing will be due' : `${money(price)} will be due`;
  const { role } = useSignedInUser();
  const complete = useJobStep(id, toasts.complete, (outcome) => {
    onClose();
    if (outcome === 'sent') void offerDuePayment(id, role);
  });
  const [mileage, setMileage] = useState('');
  const [workNote, setWorkNote] = useState('');
  const [error, setError] = useState<string>();

  function confirm() {
    const digits = mileage.replaceAll(/[\s,]/g, '');
    if (!/^\d*$/.test(digits)) setError('Please enter the mileage using digits only.');
    else if (Number(digits) > highestMileage) setError('That mileage is too high.');
    else {
      setError(undefined);
      complete.mutate({
        status: 'completed',
        ...(digits !== '' && { mileage: Number(digits) }),
        ...(workNote.trim() !== '' && { workNote }),
      });
    }
  }

  return (
    <ConfirmDialog
      title={`Complete ${displayId(id)}?`}
      description={`${getServiceName(appointment)}: ${due}.`}
      action={stepLabels.complete}
      variant="primary"
      pendingLabel="Completing..."
      pending={complete.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="Mileage" optional error={error}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={mileage}
              onChange={({ target }) => setMileage(target.value)}
            />
          )}
        </Field>
        <Field label="Work done" optional hint="Your customer will see this note.">
          {(control) => (
            <TextArea
              {...control}
              maxLength={workNoteRule.max}
              value={workNote}
              onChange={({ target }) => setWorkNote(target.value)}
            />
          )}
        </Field>
      </div>
      <p className="mt-3 text-ink-soft">A completed job can't be reopened.</p>
    </ConfirmDialog>
  );
}
