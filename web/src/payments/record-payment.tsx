import { paymentReach, whyNotPayment } from '@curbwrench/contract/payment-actions';
import type { Payment } from '@curbwrench/contract/payments';
import { displayId } from '@curbwrench/contract/display-id';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Nothing that shows the button waits for what is behind it.
const RecordDialog = lazyComponent(async () => (await import('./record-dialog.tsx')).RecordDialog);

interface RecordPaymentProps {
  payment: Pick<Payment, 'id' | 'status' | 'amount'>;
  /** 'Record' where there is little room; a screen reader is told the whole. */
  label?: 'Record payment' | 'Record';
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

/**
 * The button that records what was paid on site, and its dialog. It shows itself to admins and to
 * the mechanic, who are told of payments for their own jobs alone, while there is something to
 * record: a payment that is pending or failed.
 */
export function RecordPayment({
  payment,
  label = 'Record payment',
  variant,
  size,
  block,
}: RecordPaymentProps) {
  const { role } = useSignedInUser();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const mayRecord = paymentReach.record[role] !== 'none';
  const isOpen = whyNotPayment('record', { ...payment, refundedAmount: '0.00' }) === null;
  // The dialog stays until it has said what became of it.
  if (!mayRecord || (!isOpen && !open)) return null;
  return (
    <>
      <Button
        {...(variant && { variant })}
        {...(size && { size })}
        {...(block !== undefined && { block })}
        aria-label={`Record payment ${displayId(payment.id)}`}
        onPointerEnter={() => void RecordDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <RecordDialog payment={payment} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
