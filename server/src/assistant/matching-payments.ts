import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { toAmount, toCents } from '@curbwrench/contract/fields/money';
import type { PaymentQuery } from '@curbwrench/contract/payments/schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import {
  paymentMethodText,
  paymentServiceText,
} from '@curbwrench/contract/payments/payment-labels';
import { getPaidServices, listPayments, type PaymentRow } from '../payments/queries.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import type { AskerContext } from './topic.ts';
import { formatDay, formatMoney } from './answer-format.ts';
import type { ParsedQuestion } from './parsed-question.ts';

/** The maximum number of payments that are read for one answer, a hundred at a time. */
const maxPaymentsRead = 300;

/** The payments in the asker's scope that match a question, newest first. */
export interface MatchingPayments {
  readonly rows: readonly PaymentRow[];
  /** The words before a count or a total: 'at least ' if there are more payments than were read. */
  readonly atLeast: '' | 'at least ';
}

/** Reads payments by status or by person, and keeps those that match the question's services and days. */
export async function findMatchingPayments(
  asker: AskerContext,
  question: Pick<ParsedQuestion, 'services' | 'days'>,
  query: Pick<PaymentQuery, 'status' | 'search'>,
): Promise<MatchingPayments> {
  const serviceIds = new Set(question.services.map(({ id }) => id));
  const { days } = question;
  const rows: PaymentRow[] = [];
  let readCount = 0;
  let cursor: string | undefined;
  do {
    const page = await listPayments(
      asker.context.store.kysely,
      asker.scope,
      { ...query, limit: 100, ...(cursor !== undefined && { cursor }) },
      asker.currentTime.timeZone,
    );
    const pageRows = page?.rows ?? [];
    readCount += pageRows.length;
    rows.push(
      ...pageRows.filter(
        (row) =>
          (serviceIds.size === 0 || row.service_ids.some((id) => serviceIds.has(id))) &&
          (!days || isWithin(getPaymentDay(asker, row), days)),
      ),
    );
    cursor = page?.next ?? undefined;
    // Payments are sorted by creation time, which decides the day of a pending or failed payment. A completed payment
    // may have been created long before its day, so reading can't stop early.
    const oldest = pageRows.at(-1);
    const isSortedByDay = query.status === 'pending' || query.status === 'failed';
    if (days && oldest && isSortedByDay && getCreationDay(asker, oldest) < days.from) {
      return { rows, atLeast: '' };
    }
  } while (cursor !== undefined && readCount < maxPaymentsRead);
  return { rows, atLeast: cursor === undefined ? '' : 'at least ' };
}

/**
 * Formats a payment: '$75.00 for Oil Change, Tue, Feb 10, 2026, by card terminal'; for staff, with the customer's name.
 */
export function formatPayment(asker: AskerContext, row: PaymentRow): string {
  const method = row.paid_at === null ? [] : [`by ${getMethodText(row)}`];
  const customer = asker.viewer.role === 'customer' ? [] : [getCustomerName(row)];
  const amountAndService = `${formatAmount(asker, row.amount)} for ${getServiceText(row)}`;
  const day = displayDateWithWeekday(getPaymentDay(asker, row));
  return [amountAndService, ...customer, day, ...method].join(', ');
}

/** Formats a refund: '$30.00 of $180.00 for Battery Replacement, paid on Tue, Jan 13, 2026'. */
export function formatRefund(asker: AskerContext, row: PaymentRow): string {
  const customer = asker.viewer.role === 'customer' ? '' : `${getCustomerName(row)}, `;
  return (
    `${formatAmount(asker, row.refunded_amount)} of ${formatAmount(asker, row.amount)} for ` +
    `${getServiceText(row)}, ${customer}paid ${formatDay(getPaymentDay(asker, row), asker.currentTime.local.date)}`
  );
}

/** Returns the total paid minus refunds, as a decimal string. */
export function sumPaid(rows: readonly PaymentRow[]): string {
  return toAmount(
    rows
      .filter(({ paid_at }) => paid_at !== null)
      .reduce((sum, row) => sum + toCents(row.amount) - toCents(row.refunded_amount), 0),
  );
}

/** Returns the total refunded, as a decimal string. */
export function sumRefunded(rows: readonly PaymentRow[]): string {
  return toAmount(rows.reduce((sum, row) => sum + toCents(row.refunded_amount), 0));
}

/** Returns whether any part of a payment was refunded. */
export function isRefunded(row: PaymentRow): boolean {
  return toCents(row.refunded_amount) > 0;
}

/** Returns a decimal amount in the business's currency, such as '$75.00'. */
export function formatAmount({ context }: AskerContext, value: string): string {
  return formatMoney(value, context.business.currency);
}

/** Payment statuses in everyday words: a completed payment is called paid. */
export const paymentStatusTexts: Record<PaymentStatus, string> = {
  completed: 'paid',
  pending: 'pending',
  failed: 'failed',
  refunded: 'refunded',
};

function getServiceText(row: PaymentRow): string {
  return paymentServiceText({
    appointmentId: row.appointment_id,
    ...getPaidServices(row),
  });
}

function getCustomerName({ first_name, last_name }: PaymentRow): string {
  return `${first_name} ${last_name}`.trim();
}

function getMethodText({ payment_method }: PaymentRow): string {
  return payment_method === null ? 'an unknown method' : paymentMethodText(payment_method);
}

/** Returns the day on which a payment was paid or, if it isn't paid, the day on which it was created. */
function getPaymentDay({ currentTime }: AskerContext, { paid_at, created_at }: PaymentRow): string {
  return toLocalTime(paid_at ?? created_at, currentTime.timeZone).date;
}

function getCreationDay({ currentTime }: AskerContext, { created_at }: PaymentRow): string {
  return toLocalTime(created_at, currentTime.timeZone).date;
}

function isWithin(day: string, days: { readonly from: string; readonly to: string }): boolean {
  return day >= days.from && day <= days.to;
}
