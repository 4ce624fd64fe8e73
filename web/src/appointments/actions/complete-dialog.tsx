import type { Appointment } from '@curbwrench/contract/appointments';
import { displayId } from '@curbwrench/contract/display-id';
import { useMoney } from '../../business/money.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { serviceNameOf } from '../card/job-facts.tsx';
import { useChangeAppointment } from '../queries.ts';
import { stepLabels } from './allowed-step.ts';
import type { JobToasts } from './job-toasts.ts';

interface CompleteDialogProps {
  appointment: Appointment;
  toasts: JobToasts;
  onClose: () => void;
}

/**
 * Asks before a job is completed, which is final, and names what becomes due. A failure leaves it
 * open, to try again.
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`Complete ${displayId(id)}?`}
      description={`${serviceNameOf(appointment)}, ${due}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={complete.isPending}
            pendingLabel="Completing..."
            onClick={() => complete.mutate({ id, change: { status: 'completed' } })}
          >
            {stepLabels.complete}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">A completed job can't be reopened.</p>
    </Dialog>
  );
}
