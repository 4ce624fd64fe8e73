import type { Payment, PaymentDetail } from '@curbwrench/contract/payments/schemas';
import { getPaidServices, type FullPayment, type PaymentRow } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';

/** Returns a payment as `viewer` may see it: a mechanic sees the customer's name but not their email address. */
export function presentPayment(row: PaymentRow, viewer: Actor): Payment {
  return {
    id: row.id,
    customerId: row.customer_id,
    appointmentId: row.appointment_id,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    status: row.status,
    paymentMethod: row.payment_method,
    transactionId: row.transaction_id,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    customer: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: viewer.role === 'mechanic' ? null : row.email,
    },
    ...getPaidServices(row),
  };
}

/** Returns a payment with its refunds and its line items, as `viewer` may see it. */
export function presentPaymentDetail(
  { payment, refunds, lines }: FullPayment,
  viewer: Actor,
): PaymentDetail {
  return {
    ...presentPayment(payment, viewer),
    refunds: refunds.map(({ id, amount, reason, created_at }) => ({
      id,
      amount,
      reason,
      createdAt: created_at.toISOString(),
    })),
    lines: [...lines],
  };
}
