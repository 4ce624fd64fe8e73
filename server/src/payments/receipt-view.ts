import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import { amountOf, formatMoney } from '@curbwrench/contract/fields/money';
import { remainingCents } from '@curbwrench/contract/payments/payment-actions';
import { paymentStatusLabels } from '@curbwrench/contract/payments/payment-status';
import {
  paymentMethodText,
  paymentServiceText,
  receiptInstant,
} from '@curbwrench/contract/payments/payment-texts';
import { breakdownLines } from '@curbwrench/contract/payments/price-breakdown';
import type { ReceiptFacts } from './receipt-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import { localTime } from '../application/rules/business-time.ts';
import { presentPayment } from './payment-view.ts';
import { presentBreakdown } from './price-view.ts';

/** A line of a receipt's sums: text and amount, formatted. */
export interface ReceiptLine {
  readonly text: string;
  readonly amount: string;
  /** Smaller, under the text. */
  readonly note?: string;
}

/** The texts of a receipt; `receipt-pdf-view.ts` has the layout. */
export interface ReceiptView {
  /** An unpaid amount has no receipt, but a statement of what is due. */
  readonly heading: 'Receipt' | 'Statement';
  readonly number: string;
  readonly issued: Date;
  readonly business: { readonly name: string; readonly lines: readonly string[] };
  readonly customer: readonly string[];
  /** Name and value, in reading order. */
  readonly facts: readonly (readonly [string, string])[];
  readonly lines: readonly ReceiptLine[];
  readonly total: ReceiptLine;
  /** How the total was settled: payment and refunds. */
  readonly settlement: readonly ReceiptLine[];
  readonly balance: ReceiptLine;
}

/** Returns the texts of a payment's receipt for this viewer, in the business's zone and currency. */
export function presentReceipt(
  { payment, refunds, work, terms }: ReceiptFacts,
  viewer: Actor,
  business: BusinessSettings,
  now: Date,
): ReceiptView {
  const shown = presentPayment(payment, viewer);
  const money = (amount: string) => formatMoney(amount, business.currency);
  const day = (at: Date) => displayDate(localTime(at, business.timeZone).date);
  const isPaid = shown.paidAt !== null;
  const breakdown = presentBreakdown(payment.amount, terms);
  const [listPrice, ...changes] = breakdown ? breakdownLines(breakdown) : [];
  const { firstName, lastName, email } = shown.customer;
  const name = `${firstName} ${lastName}`.trim();
  return {
    heading: isPaid ? 'Receipt' : 'Statement',
    number: displayId(payment.id),
    issued: now,
    business: {
      name: business.name,
      lines: [business.address, business.phone].filter((line) => line !== null),
    },
    customer: [name || 'Unknown Customer', email].filter((line) => line !== null),
    facts: [
      ['Date', day(new Date(receiptInstant(shown)))],
      ['Status', paymentStatusLabels[payment.status]],
      ['Payment method', paymentMethodText(payment.payment_method)],
      ['Transaction ID', payment.transaction_id ?? 'N/A'],
      ...(payment.appointment_id === null
        ? []
        : [['Appointment', displayId(payment.appointment_id)] as const]),
    ],
    lines: [
      {
        text: paymentServiceText(shown),
        amount: money(listPrice?.amount ?? payment.amount),
        ...(work && {
          note: `${work.vehicle_year} ${work.vehicle_make} ${work.vehicle_model}, ${displayDate(work.date)}`,
        }),
      },
      ...changes.map(({ text, amount, takesOff }) => ({
        text,
        amount: `${takesOff ? '-' : ''}${money(amount)}`,
      })),
    ],
    total: { text: 'Total', amount: money(payment.amount) },
    settlement: [
      ...(payment.paid_at
        ? [{ text: `Paid on ${day(payment.paid_at)}`, amount: money(payment.amount) }]
        : []),
      ...refunds.map((refund) => ({
        text: `Refunded on ${day(refund.created_at)}`,
        amount: `-${money(refund.amount)}`,
        note: refund.reason,
      })),
    ],
    balance:
      refunds.length > 0
        ? { text: 'Paid after refunds', amount: money(amountOf(remainingCents(shown))) }
        : { text: 'Amount due', amount: money(isPaid ? '0.00' : payment.amount) },
  };
}
