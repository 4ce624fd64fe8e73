import { displayId } from '@curbwrench/contract/fields/display-id';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';

// Loaded on demand, so that a list does not wait for a dialog that may never be opened.
const ReceiptDialog = lazyComponent(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
);

interface ReceiptButtonProps {
  paymentId: number;
  /** 'Receipt' in a list of payments, 'View Receipt' elsewhere. */
  label: 'Receipt' | 'View Receipt';
  size?: 'sm' | 'md';
}

/** Renders the button that opens a payment's receipt. */
export function ReceiptButton({ paymentId, label, size = 'sm' }: ReceiptButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size={size}
        className="whitespace-nowrap"
        // Hidden in a wide table, whose columns need the space.
        icon={<ReceiptText className="size-4 @4xl:hidden" aria-hidden />}
        aria-label={`${label} ${displayId(paymentId)}`}
        onPointerEnter={() => void ReceiptDialog.preload()}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <ReceiptDialog paymentId={paymentId} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
