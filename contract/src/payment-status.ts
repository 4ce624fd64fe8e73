/** The four statuses of a payment, and no more (D7). Apart from the schemas, for the browser. */
export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Spec section 2: a completed payment reads 'Paid'. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  completed: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
};
