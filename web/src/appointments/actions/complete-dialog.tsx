import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useMoney } from '../../business/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { getServiceName } from '../card/job-fields.tsx';
import { useChangeAppointment } from '../queries.ts';
import { stepLabels } from './mechanic-step.ts';
import type { JobToasts } from './job-toasts.ts';

interface CompleteDialogProps {
  appointment: Appointment;
  toasts: JobToasts;
  onClose: () => void;
}

/**
 * Asks for confirmation before a job is completed, which is final, and shows what the customer will owe.
 * After a failure it stays open for another attempt.
 */
export function CompleteDialog({ appointment, toasts, onClose }: CompleteDialogProps) {
  const money = useMoney();
  const { id, price } = appointment;
  const due = Number(price) === 0 ? 'nothing will be due' : `${money(price)} will be due`;
  const complete = useChangeAppointment({
    onSuccess: () => {
      showToast(toasts.complete.success);
      onClose();
    },
    onError: (error) => showToast(toasts.complete.failure(error)),
  });
  return (
    <ConfirmDialog
      title={`Complete ${displayId(id)}?`}
      question={`${getServiceName(appointment)}, ${due}.`}
      action={stepLabels.complete}
      variant="primary"
      pendingLabel="Completing..."
      pending={complete.isPending}
      onConfirm={() => complete.mutate({ id, change: { status: 'completed' } })}
      onClose={onClose}
    >
      <p className="text-ink-soft">A completed job can't be reopened.</p>
    </ConfirmDialog>
  );
}
