/** The four statuses of a payment, and no more. Apart from the schemas, for the browser. */
export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A completed payment reads 'Paid'. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  completed: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
};
