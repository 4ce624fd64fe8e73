import { displayId } from '@curbwrench/contract/fields/display-id';
import { toAmount, toCents } from '@curbwrench/contract/fields/money';
import { remainingCents } from '@curbwrench/contract/payments/payment-actions';
import {
  paymentMethodText,
  paymentServiceText,
  receiptTime,
} from '@curbwrench/contract/payments/payment-labels';
import type { PaymentDetail } from '@curbwrench/contract/payments/schemas';
import { Download, Printer } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { dateIn } from '../lib/business-time.ts';
import { getFullName } from '../lib/people.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyTag } from '../ui/key-tag.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AmountRow, LineItems } from './line-items.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { receiptUrl, usePayment } from './queries.ts';

interface ReceiptDialogProps {
  paymentId: number;
  onClose: () => void;
}

/** Shows a payment's receipt, with buttons to print and download it. */
export function ReceiptDialog({ paymentId, onClose }: ReceiptDialogProps) {
  const query = usePayment(paymentId);
  const business = useBusiness();
  // For an unpaid amount, this is an invoice for what is due instead of a receipt.
  const isDue = query.data !== undefined && query.data.paidAt === null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${isDue ? 'Invoice' : 'Receipt'} ${displayId(paymentId)}`}
      letterhead={business}
      footer={
        query.data && (
          <>
            <Button
              icon={<Printer className="size-4" aria-hidden />}
              onClick={() => window.print()}
              className="max-sm:hidden"
            >
              Print
            </Button>
            <a
              href={receiptUrl(paymentId)}
              download
              className={buttonClass({ variant: 'primary' })}
            >
              <Download className="size-4" aria-hidden />
              Download Receipt
            </a>
          </>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<ReceiptSkeleton />}
        failure="We couldn't load this receipt."
        getCause={getErrorMessage}
      >
        {(payment) => <Receipt payment={payment} />}
      </Loaded>
    </Dialog>
  );
}

function Receipt({ payment }: { payment: PaymentDetail }) {
  const { timeZone } = useBusiness();
  const viewer = useSignedInUser();
  const money = useMoney();
  const isOwn = payment.customerId === viewer.id;
  const customer = getFullName(payment.customer) || 'Unknown Customer';
  return (
    <div>
      <dl className="grid gap-y-2.5">
        <AmountRow name="ID">
          <KeyTag>{displayId(payment.id)}</KeyTag>
        </AmountRow>
        <AmountRow name="Date">
          <span className="figures">
            {displayDateWithWeekday(dateIn(timeZone, receiptTime(payment)))}
          </span>
        </AmountRow>
        <AmountRow name="Customer">
          {/* A printout shows the name, because others, such as an accountant, read it too. */}
          {isOwn && <span className="print:hidden">You</span>}
          <span className={classNames(isOwn && 'hidden print:inline')}>{customer}</span>
        </AmountRow>
        <AmountRow name="Service">{paymentServiceText(payment)}</AmountRow>
        <AmountRow name="Payment Method">
          <span className="inline-block first-letter:uppercase">
            {paymentMethodText(payment.paymentMethod)}
          </span>
        </AmountRow>
        <AmountRow name="Transaction ID">{payment.transactionId ?? 'N/A'}</AmountRow>
        <AmountRow name="Status">
          <PaymentBadge status={payment.status} />
        </AmountRow>
      </dl>
      <dl className="mt-4 grid gap-y-2.5 border-t border-line pt-4">
        <LineItems lines={payment.lines} label="Total" amount={money(payment.amount)} />
        {payment.refunds.map((refund) => (
          <AmountRow
            key={refund.id}
            name={`Refunded on ${displayDateWithWeekday(dateIn(timeZone, refund.createdAt))}`}
            note={refund.reason}
          >
            <span className="figures whitespace-nowrap">−{money(refund.amount)}</span>
          </AmountRow>
        ))}
        {toCents(payment.refundedAmount) > 0 && (
          <AmountRow name="Net paid" strong>
            {money(toAmount(remainingCents(payment)))}
          </AmountRow>
        )}
      </dl>
    </div>
  );
}

function ReceiptSkeleton() {
  return (
    <div className="grid gap-y-3">
      {['ID', 'Date', 'Customer', 'Service', 'Payment Method', 'Transaction ID', 'Status'].map(
        (name) => (
          <div key={name} className="flex justify-between gap-4">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-5 w-32" />
          </div>
        ),
      )}
      <Skeleton className="mt-3 h-8 w-full" />
    </div>
  );
}
