import type { Payment } from '@curbwrench/contract/payments/schemas';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { getFullName } from '../lib/people.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useFailPayment } from './queries.ts';

interface FailDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** Asks for confirmation before a payment is marked as failed, because it did not arrive or was charged back. */
export function FailDialog({ payment, onClose }: FailDialogProps) {
  const amount = useMoney()(payment.amount);
  const fail = useFailPayment(payment.id);

  async function confirm() {
    try {
      await fail.mutateAsync(null);
    } catch {
      // The dialog shows the error.
      return;
    }
    showToast({ title: 'Payment marked as failed', description: `${amount} is unpaid.` });
    onClose();
  }

  return (
    <ConfirmDialog
      title="Mark this payment as failed?"
      action="Mark as failed"
      pendingLabel="Marking..."
      pending={fail.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <FormProblem>{fail.error ? getErrorMessage(fail.error) : undefined}</FormProblem>
        <p>
          {amount} from {getFullName(payment.customer) || 'Unknown Customer'} will count as unpaid.
          Once the money arrives, record the payment again.
        </p>
      </div>
    </ConfirmDialog>
  );
}
