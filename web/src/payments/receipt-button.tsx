import { displayId } from '@curbwrench/contract/fields/display-id';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// The list does not wait for the dialog that one of its rows may open.
const ReceiptDialog = lazyComponent(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
);

interface ReceiptButtonProps {
  paymentId: number;
  /** 'Receipt' in a list of payments, 'View Receipt' elsewhere. */
  label: 'Receipt' | 'View Receipt';
  size?: 'sm' | 'md';
}

/** Opens a payment's receipt; for those who may read the payment. */
export function ReceiptButton({ paymentId, label, size = 'sm' }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size={size}
        className="whitespace-nowrap"
        // Hidden in a wide table, whose columns need the space.
        icon={<ReceiptText className="size-4 @4xl:hidden" aria-hidden />}
        aria-label={`${label} ${displayId(paymentId)}`}
        onPointerEnter={() => void ReceiptDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <ReceiptDialog paymentId={paymentId} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
