import { centsOf } from './money.ts';
import type { Role } from './roles.ts';
import { paymentStatusLabels, type PaymentStatus } from './payment-status.ts';

/** How somebody can have paid on site. Apart from the schemas, for the browser. */
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
 * What may become of a payment, the only place where it is written down: the server decides
 * by it and the screens derive from it what to offer. A failed one can be tried again. One that
 * was recorded can still turn out to have failed, a transfer that bounced, as long as nothing of
 * it was given back; otherwise what is given back is a refund.
 */
export const paymentActions: Record<PaymentAction, ActionRule> = {
  record: { from: ['pending', 'failed'], done: 'recorded as paid' },
  fail: { from: ['pending', 'completed'], done: 'marked as failed' },
  refund: { from: ['completed'], done: 'refunded' },
};

const byAdmins = {
  customer: 'none',
  mechanic: 'none',
  service_advisor: 'none',
  admin: 'all',
} as const;

/** Whose payments each role may do it to: the server guards by it, the screens offer by it. */
export const paymentReach = {
  record: { ...byAdmins, mechanic: 'of_own_jobs' },
  fail: byAdmins,
  refund: byAdmins,
} as const satisfies Record<PaymentAction, Record<Role, 'none' | 'of_own_jobs' | 'all'>>;

/** Whether somebody may do this to the payment of a job that was `mechanicId`'s. */
export function mayChangePayment(
  action: PaymentAction,
  { id, role }: { readonly id: string; readonly role: Role },
  mechanicId: string | null,
): boolean {
  const reach = paymentReach[action][role];
  return reach === 'all' || (reach === 'of_own_jobs' && mechanicId === id);
}

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
