import { displayDate } from '@curbwrench/contract/calendar';
import { amountOf, centsOf } from '@curbwrench/contract/money';
import type { PaymentQuery } from '@curbwrench/contract/payments';
import type { PaymentStatus } from '@curbwrench/contract/payment-status';
import { paymentMethodText, paymentServiceText } from '@curbwrench/contract/payment-words';
import { pagePayments, type PaymentRow } from '../payments/queries.ts';
import { localTime } from '../application/rules/business-time.ts';
import type { Asking } from './asking.ts';
import { money } from './phrases.ts';
import type { Understanding } from './understanding.ts';

/** So many are read for one answer, in pages of a hundred. */
const mostRead = 300;

/** Payments of the asker's scope that a question means, the newest first. */
export interface PaymentChoice {
  readonly rows: readonly PaymentRow[];
  /** Before a number or a sum of them, where there are others that were not read. */
  readonly atLeast: '' | 'at least ';
}

/** Reads those of a status, or of somebody by name, and keeps what the question names. */
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
    const page = await pagePayments(asking.context.store.kysely, asking.scope, {
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
    // What is open or failed bears the day it was made, and these come in its order; what was paid
    // may have been made long before.
    const oldest = found.at(-1);
    const isInOrder = query.status === 'pending' || query.status === 'failed';
    if (days && oldest && isInOrder && madeOn(asking, oldest) < days.from) {
      return { rows, atLeast: '' };
    }
  } while (cursor !== undefined && read < mostRead);
  return { rows, atLeast: cursor === undefined ? '' : 'at least ' };
}

/** '$75.00 for Oil Change, Feb 10, 2026, by card terminal'; staff read the customer's name too. */
export function paymentLine(asking: Asking, row: PaymentRow): string {
  const how = row.paid_at === null ? [] : [`by ${methodOf(row)}`];
  const whose = asking.reader.role === 'customer' ? [] : [customerOf(row)];
  const what = `${amountIn(asking, row.amount)} for ${serviceOf(row)}`;
  return [what, ...whose, displayDate(dayOf(asking, row)), ...how].join(', ');
}

/** '$30.00 of $180.00 for Battery Replacement, paid on Jan 13, 2026'. */
export function refundLine(asking: Asking, row: PaymentRow): string {
  const whose = asking.reader.role === 'customer' ? '' : `${customerOf(row)}, `;
  return (
    `${amountIn(asking, row.refunded_amount)} of ${amountIn(asking, row.amount)} for ` +
    `${serviceOf(row)}, ${whose}paid on ${displayDate(dayOf(asking, row))}`
  );
}

/** What was paid and not given back, as decimal text. */
export function netOf(rows: readonly PaymentRow[]): string {
  return amountOf(
    rows
      .filter(({ paid_at }) => paid_at !== null)
      .reduce((sum, row) => sum + centsOf(row.amount) - centsOf(row.refunded_amount), 0),
  );
}

/** What was given back of them, as decimal text. */
export function givenBackOf(rows: readonly PaymentRow[]): string {
  return amountOf(rows.reduce((sum, row) => sum + centsOf(row.refunded_amount), 0));
}

/** Whether any of it was given back. */
export function isRefunded(row: PaymentRow): boolean {
  return centsOf(row.refunded_amount) > 0;
}

export function amountIn({ context }: Asking, value: string): string {
  return money(value, context.business.currency);
}

/** As a person says a status: what is completed was paid. */
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

/** The day it was paid, or made as long as it isn't. */
function dayOf({ moment }: Asking, { paid_at, created_at }: PaymentRow): string {
  return localTime(paid_at ?? created_at, moment.timeZone).date;
}

function madeOn({ moment }: Asking, { created_at }: PaymentRow): string {
  return localTime(created_at, moment.timeZone).date;
}

function isWithin(day: string, days: { readonly from: string; readonly to: string }): boolean {
  return day >= days.from && day <= days.to;
}
