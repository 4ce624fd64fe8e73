import { toAmount, toCents } from '@curbwrench/contract/fields/money';
import {
  canChangePayment,
  remainingCents,
  paymentActionProblem,
  type PaymentAction,
  type PaymentState,
} from '@curbwrench/contract/payments/payment-actions';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { Role } from '@curbwrench/contract/people/roles';
import { accepted, refused, type Result } from '../application/rules/result.ts';

/**
 * Decides whether this actor may take this action on this payment now. The access table has already checked the
 * actor's role. A mechanic who isn't assigned to the job is refused as if the payment did not exist.
 */
export function decidePaymentAction(
  action: PaymentAction,
  payment: PaymentState & { readonly mechanicId: string | null },
  actor: { readonly id: string; readonly role: Role },
): Result<void> {
  if (!canChangePayment(action, actor, payment.mechanicId)) return noSuchPayment;
  const problem = paymentActionProblem(action, payment);
  return problem === null ? accepted(undefined) : refused('wrong_status', problem);
}

/** The refusal for a missing payment, and for one that the actor may not see. */
export const noSuchPayment = refused('not_found', 'Payment not found.');

/**
 * Returns a payment's state after a refund: completed while any amount remains, otherwise refunded. Refuses an amount
 * greater than what remains.
 */
export function applyRefund(
  payment: PaymentState,
  amount: string,
): Result<{ readonly refundedAmount: string; readonly status: PaymentStatus }> {
  const remaining = remainingCents(payment);
  const cents = toCents(amount);
  if (cents > remaining) {
    const message = `You can refund up to ${toAmount(remaining)}.`;
    return refused('invalid_request', message, { amount: message });
  }
  return accepted({
    refundedAmount: toAmount(toCents(payment.refundedAmount) + cents),
    status: cents === remaining ? 'refunded' : 'completed',
  });
}
