import { amountOf, centsOf } from '@curbwrench/contract/fields/money';
import {
  mayChangePayment,
  remainingCents,
  paymentActionProblem,
  type PaymentAction,
  type PaymentState,
} from '@curbwrench/contract/payments/payment-actions';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { Role } from '@curbwrench/contract/people/roles';
import { accepted, refused, type Result } from '../application/rules/result.ts';

/**
 * Decides whether this actor may do this with this payment now. The access table has already
 * decided which roles may: a mechanic only for their own job; for another mechanic's, it responds
 * as if the payment did not exist.
 */
export function decidePayment(
  action: PaymentAction,
  payment: PaymentState & { readonly mechanicId: string | null },
  actor: { readonly id: string; readonly role: Role },
): Result<void> {
  if (!mayChangePayment(action, actor, payment.mechanicId)) return noSuchPayment;
  const reason = paymentActionProblem(action, payment);
  return reason === null ? accepted(undefined) : refused('wrong_status', reason);
}

/** Another person's payment has the same response as a missing one. */
export const noSuchPayment = refused('not_found', 'There is no such payment.');

/**
 * Returns a payment's state after a refund: still completed while any amount is left, refunded with
 * the last cent. Never more than what is left.
 */
export function refunding(
  payment: PaymentState,
  amount: string,
): Result<{ readonly refundedAmount: string; readonly status: PaymentStatus }> {
  const left = remainingCents(payment);
  const cents = centsOf(amount);
  if (cents > left) {
    const sentence = `At most ${amountOf(left)} can be refunded.`;
    return refused('invalid_request', sentence, { amount: sentence });
  }
  return accepted({
    refundedAmount: amountOf(centsOf(payment.refundedAmount) + cents),
    status: cents === left ? 'refunded' : 'completed',
  });
}
