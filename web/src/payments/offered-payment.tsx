import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { offerPayment, useOfferedPayment } from './offered-payment-store.ts';

// Loaded on demand, so that the page does not wait for the dialog's code.
const RecordDialog = lazyComponent(async () => (await import('./record-dialog.tsx')).RecordDialog);

/**
 * Shows the dialog that `offerPayment` opens. Render it once per page, outside the job cards: a completed job may
 * disappear from the screen while the dialog for its payment is still open.
 */
export function OfferedPayment() {
  const payment = useOfferedPayment();
  const close = () => offerPayment(null);
  if (!payment) return null;
  return (
    <LazyDialog onClose={close}>
      <RecordDialog key={payment.id} payment={payment} onClose={close} />
    </LazyDialog>
  );
}
