import { displayId } from '@curbwrench/contract/booking-rules';
import { whyNotPayment, type PaymentAction } from '@curbwrench/contract/payment-actions';
import type { Payment } from '@curbwrench/contract/payments';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { AwaitedDialog } from '../../ui/awaited.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useSignedInUser } from '../session/queries.ts';

const dialogs = {
  fail: lazyComponent(async () => (await import('./fail-dialog.tsx')).FailDialog),
  refund: lazyComponent(async () => (await import('./refund-dialog.tsx')).RefundDialog),
};

type MenuAction = Exclude<PaymentAction, 'record'>;

const words: Record<MenuAction, string> = { refund: 'Refund', fail: 'Mark failed' };

/** What an admin alone may do with a payment (D1); what isn't open says why. */
export function PaymentMenu({ payment }: { payment: Payment }) {
  const { role } = useSignedInUser();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<MenuAction | null>(null);
  if (role !== 'admin') return null;
  const close = () => setChosen(null);
  const Chosen = chosen && dialogs[chosen];
  return (
    <>
      <Popover
        label={`Payment ${displayId(payment.id)}`}
        align="end"
        className="w-64"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <IconButton
            type="button"
            label={`More for payment ${displayId(payment.id)}`}
            icon={<EllipsisVertical className="size-5" aria-hidden />}
          />
        }
      >
        <div className="grid gap-1">
          {(['refund', 'fail'] as const).map((action) => {
            const reason = whyNotPayment(action, payment);
            return (
              <div key={action}>
                <Button
                  variant="ghost"
                  block
                  disabledReason={reason}
                  className="justify-start"
                  onClick={() => {
                    setIsOpen(false);
                    setChosen(action);
                  }}
                >
                  {words[action]}
                </Button>
                {reason !== null && (
                  <p aria-hidden className="px-4 pb-2 text-sm text-ink-soft">
                    {reason}
                  </p>
                )}
              </div>
            );
          })}
        </div>
      </Popover>
      {Chosen && (
        <AwaitedDialog onClose={close}>
          <Chosen payment={payment} onClose={close} />
        </AwaitedDialog>
      )}
    </>
  );
}
