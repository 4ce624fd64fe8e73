import { displayId } from '@curbwrench/contract/display-id';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// A list is shown without waiting for what one of its rows may open.
const ReceiptDialog = lazyComponent(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
);

interface ReceiptButtonProps {
  paymentId: number;
  /** 'Receipt' in a list of payments, 'View Receipt' elsewhere. */
  label: 'Receipt' | 'View Receipt';
  size?: 'sm' | 'md';
}

/** Opens a payment's receipt; for whoever may read the payment. */
export function ReceiptButton({ paymentId, label, size = 'sm' }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size={size}
        className="whitespace-nowrap"
        // In a table its columns need the room more.
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
