import { displayId } from '@curbwrench/contract/fields/display-id';
import { toAmount, toCents } from '@curbwrench/contract/fields/money';
import { remainingCents } from '@curbwrench/contract/payments/payment-actions';
import {
  paymentMethodText,
  paymentServiceText,
  receiptInstant,
} from '@curbwrench/contract/payments/payment-texts';
import type { PaymentDetail } from '@curbwrench/contract/payments/schemas';
import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { useLineAmount } from './line-amount.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { receiptUrl, usePayment } from './queries.ts';

interface ReceiptDialogProps {
  paymentId: number;
  onClose: () => void;
}

/** Shows a payment's receipt, with buttons to print and download it. */
export function ReceiptDialog({ paymentId, onClose }: ReceiptDialogProps) {
  const query = usePayment(paymentId);
  const { name } = useBusiness();
  // For an unpaid amount, this is a statement of what is due instead of a receipt.
  const isDue = query.data !== undefined && query.data.paidAt === null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${isDue ? 'Statement' : 'Receipt'} ${displayId(paymentId)}`}
      letterhead={name}
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
  const lineAmount = useLineAmount();
  // A single line item is not listed: its service is named above, and its price is the total amount.
  const listedLines = payment.lines.length > 1 ? payment.lines : [];
  const isOwn = payment.customerId === viewer.id;
  const customer = getFullName(payment.customer) || 'Unknown Customer';
  return (
    <div>
      <dl className="grid gap-y-2.5">
        <Detail name="ID">
          <KeyTag>{displayId(payment.id)}</KeyTag>
        </Detail>
        <Detail name="Date">
          <span className="figures">
            {displayDateWithWeekday(dateIn(timeZone, receiptInstant(payment)))}
          </span>
        </Detail>
        <Detail name="Customer">
          {/* A printout shows the name, because others, such as an accountant, read it too. */}
          {isOwn && <span className="print:hidden">You</span>}
          <span className={classNames(isOwn && 'hidden print:inline')}>{customer}</span>
        </Detail>
        <Detail name="Service">{paymentServiceText(payment)}</Detail>
        <Detail name="Payment Method">
          <span className="inline-block first-letter:uppercase">
            {paymentMethodText(payment.paymentMethod)}
          </span>
        </Detail>
        <Detail name="Transaction ID">{payment.transactionId ?? 'N/A'}</Detail>
        <Detail name="Status">
          <PaymentBadge status={payment.status} />
        </Detail>
      </dl>
      <dl className="mt-4 grid gap-y-2.5 border-t border-line pt-4">
        {listedLines.map((line) => (
          <Detail key={line.position} name={line.description} wraps>
            <span className="figures whitespace-nowrap">{lineAmount(line)}</span>
          </Detail>
        ))}
        <Detail name="Amount" strong>
          {money(payment.amount)}
        </Detail>
        {payment.refunds.map((refund) => (
          <Detail
            key={refund.id}
            name={`Refunded on ${displayDateWithWeekday(dateIn(timeZone, refund.createdAt))}`}
            note={refund.reason}
          >
            <span className="figures whitespace-nowrap">−{money(refund.amount)}</span>
          </Detail>
        ))}
        {toCents(payment.refundedAmount) > 0 && (
          <Detail name="Net paid" strong>
            {money(toAmount(remainingCents(payment)))}
          </Detail>
        )}
      </dl>
    </div>
  );
}

interface DetailProps {
  name: string;
  /** Shown under the name. */
  note?: string;
  strong?: boolean;
  /** Wraps a long name instead of the value. */
  wraps?: boolean;
  children: ReactNode;
}

function Detail({ name, note, strong = false, wraps = note !== undefined, children }: DetailProps) {
  return (
    <div className="flex items-start justify-between gap-4">
      <dt
        className={classNames(
          strong ? 'font-semibold' : 'text-ink-soft',
          wraps ? 'min-w-0 wrap-anywhere' : 'shrink-0',
        )}
      >
        {name}
        {note !== undefined && (
          <span className="block text-sm wrap-anywhere text-ink-soft">{note}</span>
        )}
      </dt>
      <dd
        className={
          strong
            ? 'figures font-display text-xl font-bold whitespace-nowrap'
            : classNames('text-right', wraps ? 'shrink-0' : 'min-w-0 wrap-anywhere')
        }
      >
        {children}
      </dd>
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
