import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { toAmount, formatMoney } from '@curbwrench/contract/fields/money';
import { remainingCents } from '@curbwrench/contract/payments/payment-actions';
import { paymentStatusLabels } from '@curbwrench/contract/payments/payment-status';
import {
  paymentMethodText,
  paymentServiceText,
  receiptTime,
} from '@curbwrench/contract/payments/payment-labels';
import { lineAmount } from '@curbwrench/contract/payments/price';
import type { ReceiptData } from './receipt-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import { presentPayment } from './payment-view.ts';

/** A line on a receipt: its text and formatted amount. */
export interface ReceiptLine {
  readonly text: string;
  readonly amount: string;
  /** Shown smaller, below the text. */
  readonly note?: string;
}

/** A receipt's text and formatted amounts. `receipt-pdf-view.ts` renders them as a PDF. */
export interface ReceiptContent {
  /** For an unpaid amount, the document is an invoice for what is due. */
  readonly heading: 'Receipt' | 'Invoice';
  /** The payment's id as displayed, such as #0042. */
  readonly number: string;
  readonly issued: Date;
  readonly business: { readonly name: string; readonly lines: readonly string[] };
  readonly customer: readonly string[];
  /** Label and value, in the order in which they are shown. */
  readonly details: readonly (readonly [string, string])[];
  readonly lines: readonly ReceiptLine[];
  readonly total: ReceiptLine;
  /** The payment and refunds that follow the total. */
  readonly transactions: readonly ReceiptLine[];
  readonly balance: ReceiptLine;
}

/** Returns the content of a payment's receipt for this viewer, in the business's time zone and currency. */
export function presentReceiptContent(
  { payment, refunds, job, lines }: ReceiptData,
  viewer: Actor,
  business: BusinessSettings,
  now: Date,
): ReceiptContent {
  const paymentForViewer = presentPayment(payment, viewer);
  const formatAmount = (amount: string) => formatMoney(amount, business.currency);
  const formatDay = (at: Date) => displayDateWithWeekday(toLocalTime(at, business.timeZone).date);
  const isPaid = paymentForViewer.paidAt !== null;
  const note = job && {
    note: `${job.vehicle_year} ${job.vehicle_make} ${job.vehicle_model}, ${displayDateWithWeekday(job.date)}`,
  };
  const { firstName, lastName, email } = paymentForViewer.customer;
  const name = `${firstName} ${lastName}`.trim();
  return {
    heading: isPaid ? 'Receipt' : 'Invoice',
    number: displayId(payment.id),
    issued: now,
    business: {
      name: business.name,
      lines: [business.address, business.phone].filter((line) => line !== null),
    },
    customer: [name || 'Unknown Customer', email].filter((line) => line !== null),
    details: [
      ['Date', formatDay(new Date(receiptTime(paymentForViewer)))],
      ['Status', paymentStatusLabels[payment.status]],
      ['Payment method', paymentMethodText(payment.payment_method)],
      ['Transaction ID', payment.transaction_id ?? 'N/A'],
      ...(payment.appointment_id === null
        ? []
        : [['Appointment', displayId(payment.appointment_id)] as const]),
    ],
    lines:
      lines.length === 0
        ? [
            {
              text: paymentServiceText(paymentForViewer),
              amount: formatAmount(payment.amount),
              ...note,
            },
          ]
        : lines.map((line, index) => ({
            text: line.description,
            amount: formatAmount(lineAmount(line)),
            ...(index === 0 && note),
          })),
    total: { text: 'Total', amount: formatAmount(payment.amount) },
    transactions: [
      ...(payment.paid_at
        ? [{ text: `Paid on ${formatDay(payment.paid_at)}`, amount: formatAmount(payment.amount) }]
        : []),
      ...refunds.map((refund) => ({
        text: `Refunded on ${formatDay(refund.created_at)}`,
        amount: `-${formatAmount(refund.amount)}`,
        note: refund.reason,
      })),
    ],
    balance:
      refunds.length > 0
        ? {
            text: 'Net paid',
            amount: formatAmount(toAmount(remainingCents(paymentForViewer))),
          }
        : { text: 'Amount due', amount: formatAmount(isPaid ? '0.00' : payment.amount) },
  };
}
