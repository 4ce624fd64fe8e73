import { centsOf } from './money.ts';
import { paymentStatusLabels, type PaymentStatus } from './payment-status.ts';

/** How somebody can have paid on site (issue 4). Apart from the schemas, for the browser. */
export const paymentMethods = ['cash', 'card_terminal', 'bank_transfer', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What can be done with a payment once it exists. */
export type PaymentAction = 'record' | 'fail' | 'refund';

interface ActionRule {
  /** Statuses it is legal in. */
  readonly from: readonly PaymentStatus[];
  /** What it does, as the words after "can't be". */
  readonly done: string;
}

/**
 * What may become of a payment (D7), the only place where it is written down: the server decides
 * by it and the screens derive from it what to offer. A failed one can be tried again. One that
 * was recorded can still turn out to have failed, a transfer that bounced, as long as nothing of
 * it was given back; otherwise what is given back is a refund.
 */
export const paymentActions: Record<PaymentAction, ActionRule> = {
  record: { from: ['pending', 'failed'], done: 'recorded as paid' },
  fail: { from: ['pending', 'completed'], done: 'marked as failed' },
  refund: { from: ['completed'], done: 'refunded' },
};

/** What of a payment the rules read; amounts as decimal text. */
export interface PaymentState {
  readonly status: PaymentStatus;
  readonly amount: string;
  readonly refundedAmount: string;
}

/** Why this is not open, as one sentence, or null when it is. */
export function whyNotPayment(action: PaymentAction, payment: PaymentState): string | null {
  const { from, done } = paymentActions[action];
  if (!from.includes(payment.status)) {
    const label = paymentStatusLabels[payment.status].toLowerCase();
    return `A ${label} payment can't be ${done}.`;
  }
  if (action === 'fail' && centsOf(payment.refundedAmount) > 0) {
    return "Part of this payment was refunded, so it can't be marked as failed.";
  }
  if (action === 'refund' && remainingCents(payment) === 0) {
    return 'There is nothing left to refund.';
  }
  return null;
}

/** What was paid and not given back, in cents. */
export function remainingCents(payment: Omit<PaymentState, 'status'>): number {
  return centsOf(payment.amount) - centsOf(payment.refundedAmount);
}
