import { displayId } from '@curbwrench/contract/fields/display-id';
import {
  paymentScope,
  paymentActionProblem,
  type PaymentAction,
} from '@curbwrench/contract/payments/payment-actions';
import type { Payment } from '@curbwrench/contract/payments/schemas';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Popover } from '../ui/popover.tsx';

const dialogs = {
  fail: lazyComponent(async () => (await import('./fail-dialog.tsx')).FailDialog),
  refund: lazyComponent(async () => (await import('./refund-dialog.tsx')).RefundDialog),
};

type MenuAction = Exclude<PaymentAction, 'record'>;

const menuActions = ['refund', 'fail'] as const satisfies readonly MenuAction[];

const actionLabels: Record<MenuAction, string> = { refund: 'Refund', fail: 'Mark as failed' };

/** Renders the menu of an admin's actions on a payment; nothing if its status allows none. */
export function PaymentMenu({ payment }: { payment: Payment }) {
  const { role } = useSignedInUser();
  const [isOpen, setIsOpen] = useState(false);
  const [openAction, setOpenAction] = useState<MenuAction | null>(null);
  const availableActions = menuActions.filter(
    (action) =>
      paymentScope[action][role] === 'all' && paymentActionProblem(action, payment) === null,
  );
  // An open dialog stays visible until it has shown the result.
  if (availableActions.length === 0 && openAction === null) return null;
  const close = () => setOpenAction(null);
  const ActionDialog = openAction && dialogs[openAction];
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
            label={`More actions for payment ${displayId(payment.id)}`}
            icon={<EllipsisVertical className="size-5" aria-hidden />}
          />
        }
      >
        <div className="grid gap-1">
          {availableActions.map((action) => (
            <Button
              key={action}
              variant="ghost"
              block
              className="justify-start"
              onClick={() => {
                setIsOpen(false);
                setOpenAction(action);
              }}
            >
              {actionLabels[action]}
            </Button>
          ))}
        </div>
      </Popover>
      {ActionDialog && (
        <LazyDialog onClose={close}>
          <ActionDialog payment={payment} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
