import { paymentScope, paymentActionProblem } from '@curbwrench/contract/payments/payment-actions';
import type { Payment } from '@curbwrench/contract/payments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Loaded on demand, so that the page does not wait for the dialog's code.
const RecordDialog = lazyComponent(async () => (await import('./record-dialog.tsx')).RecordDialog);

interface RecordPaymentProps {
  payment: Pick<Payment, 'id' | 'status' | 'amount'>;
  /** 'Record' where there is little room; screen readers get the full label. */
  label?: 'Record payment' | 'Record';
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

/**
 * Renders the button that records a payment made on site, and its dialog. It is shown while the payment is pending or
 * failed, to admins and to mechanics. Mechanics only see payments for their own jobs.
 */
export function RecordPayment({
  payment,
  label = 'Record payment',
  variant,
  size,
  block,
}: RecordPaymentProps) {
  const { role } = useSignedInUser();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const canRecord = paymentScope.record[role] !== 'none';
  const isRecordable =
    paymentActionProblem('record', { ...payment, refundedAmount: '0.00' }) === null;
  // While open, the dialog stays visible until it has shown the result.
  if (!canRecord || (!isRecordable && !isOpen)) return null;
  return (
    <>
      <Button
        {...(variant && { variant })}
        {...(size && { size })}
        {...(block !== undefined && { block })}
        aria-label={`Record payment ${displayId(payment.id)}`}
        onPointerEnter={() => void RecordDialog.preload()}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <RecordDialog payment={payment} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
