/** The four statuses of a payment. They are separate from the schemas, so that the browser doesn't load the validator. */
export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The display names of the statuses. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  completed: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
};
