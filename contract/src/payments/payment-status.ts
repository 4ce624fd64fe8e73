/** The four statuses of a payment. Separate from the schemas, so that the browser needs no validator. */
export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A completed payment is shown as 'Paid'. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  completed: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
};
