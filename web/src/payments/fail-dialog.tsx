import type { Payment } from '@curbwrench/contract/payments';
import { useMoney } from '../business/money.ts';
import { fullNameOf } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PaymentProblem } from './payment-problem.tsx';
import { useFailPayment } from './queries.ts';

interface FailDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** The money did not come, or did not stay. */
export function FailDialog({ payment, onClose }: FailDialogProps) {
  const amount = useMoney()(payment.amount);
  const fail = useFailPayment(payment.id, {
    onSuccess: () => {
      showToast({ title: 'Payment marked as failed', description: `${amount} is not paid.` });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Mark this payment as failed?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={fail.isPending}
            pendingLabel="Marking..."
            onClick={() => fail.mutate(null)}
          >
            Mark failed
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <PaymentProblem error={fail.error} />
        <p>
          {amount} from {fullNameOf(payment.customer) || 'Unknown Customer'} will count as not paid.
          Once the money comes, record it again.
        </p>
      </div>
    </Dialog>
  );
}
