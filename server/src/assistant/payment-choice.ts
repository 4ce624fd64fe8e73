import { displayDate } from '@curbwrench/contract/fields/calendar';
import { amountOf, centsOf } from '@curbwrench/contract/fields/money';
import type { PaymentQuery } from '@curbwrench/contract/payments/schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { paymentMethodText, paymentServiceText } from '@curbwrench/contract/payments/payment-texts';
import { readPaymentPage, type PaymentRow } from '../payments/queries.ts';
import { localTime } from '../application/rules/business-time.ts';
import type { Asking } from './asking.ts';
import { money } from './phrases.ts';
import type { Understanding } from './understanding.ts';

/** The most payments read for one answer, in pages of a hundred. */
const mostRead = 300;

/** The payments in the asker's scope that a question means, newest first. */
export interface PaymentChoice {
  readonly rows: readonly PaymentRow[];
  /** Text before a count or a sum, when there are others that were not read. */
  readonly atLeast: '' | 'at least ';
}

/** Reads the payments of a status, or of a person by name, and filters them by the question. */
export async function choosePayments(
  asking: Asking,
  understood: Pick<Understanding, 'services' | 'days'>,
  query: Pick<PaymentQuery, 'status' | 'search'>,
): Promise<PaymentChoice> {
  const wanted = new Set(understood.services.map(({ id }) => id));
  const { days } = understood;
  const rows: PaymentRow[] = [];
  let read = 0;
  let cursor: string | undefined;
  do {
    const page = await readPaymentPage(asking.context.store.kysely, asking.scope, {
      ...query,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    const found = page?.rows ?? [];
    read += found.length;
    rows.push(
      ...found.filter(
        (row) =>
          (wanted.size === 0 || wanted.has(row.service_id ?? 0)) &&
          (!days || isWithin(dayOf(asking, row), days)),
      ),
    );
    cursor = page?.next ?? undefined;
    // Open or failed payments are dated by their creation, which is also their order; a paid one
    // may have been created long before.
    const oldest = found.at(-1);
    const isInOrder = query.status === 'pending' || query.status === 'failed';
    if (days && oldest && isInOrder && madeOn(asking, oldest) < days.from) {
      return { rows, atLeast: '' };
    }
  } while (cursor !== undefined && read < mostRead);
  return { rows, atLeast: cursor === undefined ? '' : 'at least ' };
}

/** Returns '$75.00 for Oil Change, Feb 10, 2026, by card terminal'; for staff with the customer's name. */
export function paymentLine(asking: Asking, row: PaymentRow): string {
  const how = row.paid_at === null ? [] : [`by ${methodOf(row)}`];
  const whose = asking.viewer.role === 'customer' ? [] : [customerOf(row)];
  const what = `${amountIn(asking, row.amount)} for ${serviceOf(row)}`;
  return [what, ...whose, displayDate(dayOf(asking, row)), ...how].join(', ');
}

/** Returns '$30.00 of $180.00 for Battery Replacement, paid on Jan 13, 2026'. */
export function refundLine(asking: Asking, row: PaymentRow): string {
  const whose = asking.viewer.role === 'customer' ? '' : `${customerOf(row)}, `;
  return (
    `${amountIn(asking, row.refunded_amount)} of ${amountIn(asking, row.amount)} for ` +
    `${serviceOf(row)}, ${whose}paid on ${displayDate(dayOf(asking, row))}`
  );
}

/** Returns the sum paid less refunds, as decimal text. */
export function netOf(rows: readonly PaymentRow[]): string {
  return amountOf(
    rows
      .filter(({ paid_at }) => paid_at !== null)
      .reduce((sum, row) => sum + centsOf(row.amount) - centsOf(row.refunded_amount), 0),
  );
}

/** Returns the sum refunded, as decimal text. */
export function givenBackOf(rows: readonly PaymentRow[]): string {
  return amountOf(rows.reduce((sum, row) => sum + centsOf(row.refunded_amount), 0));
}

/** Returns whether any of it was refunded. */
export function isRefunded(row: PaymentRow): boolean {
  return centsOf(row.refunded_amount) > 0;
}

export function amountIn({ context }: Asking, value: string): string {
  return money(value, context.business.currency);
}

/** A status in everyday words: a completed payment was paid. */
export const statusWords: Record<PaymentStatus, string> = {
  completed: 'paid',
  pending: 'open',
  failed: 'failed',
  refunded: 'refunded',
};

function serviceOf(row: PaymentRow): string {
  return paymentServiceText({
    appointmentId: row.appointment_id,
    service:
      row.service_id === null || row.service_name === null
        ? null
        : { id: row.service_id, name: row.service_name },
  });
}

function customerOf({ first_name, last_name }: PaymentRow): string {
  return `${first_name} ${last_name}`.trim();
}

function methodOf({ payment_method }: PaymentRow): string {
  return payment_method === null ? 'a way that is not known' : paymentMethodText(payment_method);
}

/** Returns the day it was paid, or created if it isn't paid. */
function dayOf({ moment }: Asking, { paid_at, created_at }: PaymentRow): string {
  return localTime(paid_at ?? created_at, moment.timeZone).date;
}

function madeOn({ moment }: Asking, { created_at }: PaymentRow): string {
  return localTime(created_at, moment.timeZone).date;
}

function isWithin(day: string, days: { readonly from: string; readonly to: string }): boolean {
  return day >= days.from && day <= days.to;
}
