import { toCents } from '../fields/money.ts';
import type { Role } from '../people/roles.ts';
import { paymentStatusLabels, type PaymentStatus } from './payment-status.ts';

/** Ways to pay on site. They are separate from the schemas, so that the browser doesn't load the validator. */
export const paymentMethods = ['cash', 'card_terminal', 'bank_transfer', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What can be done with an existing payment. */
export type PaymentAction = 'record' | 'fail' | 'refund';

interface ActionRule {
  /** The statuses in which it is allowed. */
  readonly from: readonly PaymentStatus[];
  /** A phrase that follows "can't be". */
  readonly participle: string;
}

/**
 * What can be done with a payment, defined only here: the server refuses everything else, and the screens
 * offer nothing else. A failed payment can be recorded again. A recorded payment can still fail, for
 * example when a bank transfer is returned, unless part of the payment was refunded.
 */
export const paymentActions: Record<PaymentAction, ActionRule> = {
  record: { from: ['pending', 'failed'], participle: 'recorded as paid' },
  fail: { from: ['pending', 'completed'], participle: 'marked as failed' },
  refund: { from: ['completed'], participle: 'refunded' },
};

const adminsOnly = {
  customer: 'none',
  mechanic: 'none',
  service_advisor: 'none',
  admin: 'all',
} as const;

/** On whose payments each role may perform each action. */
export const paymentScope = {
  record: { ...adminsOnly, mechanic: 'of_own_jobs' },
  fail: adminsOnly,
  refund: adminsOnly,
} as const satisfies Record<PaymentAction, Record<Role, 'none' | 'of_own_jobs' | 'all'>>;

/** Returns whether a person may perform this action on the payment for a job whose mechanic is `mechanicId`. */
export function canChangePayment(
  action: PaymentAction,
  { id, role }: { readonly id: string; readonly role: Role },
  mechanicId: string | null,
): boolean {
  const scope = paymentScope[action][role];
  return scope === 'all' || (scope === 'of_own_jobs' && mechanicId === id);
}

/** The fields of a payment that the rules read; amounts are decimal strings. */
export interface PaymentState {
  readonly status: PaymentStatus;
  readonly amount: string;
  readonly refundedAmount: string;
}

/** Returns why this action is not possible, as one sentence, or null if it is. */
export function paymentActionProblem(action: PaymentAction, payment: PaymentState): string | null {
  const { from, participle } = paymentActions[action];
  if (!from.includes(payment.status)) {
    const label = paymentStatusLabels[payment.status].toLowerCase();
    return `A ${label} payment can't be ${participle}.`;
  }
  if (action === 'fail' && toCents(payment.refundedAmount) > 0) {
    return "Part of this payment was refunded, so it can't be marked as failed.";
  }
  if (action === 'refund' && remainingCents(payment) === 0) {
    return 'There is nothing left to refund.';
  }
  return null;
}

/** Returns what was paid and not refunded, in cents. */
export function remainingCents(payment: Omit<PaymentState, 'status'>): number {
  return toCents(payment.amount) - toCents(payment.refundedAmount);
}
