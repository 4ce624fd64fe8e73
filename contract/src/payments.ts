import { z } from 'zod';
import { money, pageCursor, pageLimit, rowId, text } from './fields.ts';
import { paymentStatuses } from './payment-status.ts';

export const payment = z.object({
  id: rowId(),
  customerId: z.string(),
  appointmentId: rowId().nullable(),
  amount: money,
  status: z.enum(paymentStatuses),
  paymentMethod: z.string().nullable(),
  transactionId: z.string().nullable(),
  createdAt: z.string(),
  customer: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
  }),
  /** Null for a payment without an appointment. */
  service: z.object({ id: rowId(), name: z.string() }).nullable(),
});
export type Payment = z.infer<typeof payment>;

/** Without any of these the answer is the newest page. */
export const paymentQuery = z.object({
  status: z.enum(paymentStatuses, 'That is not one of the payment statuses.').optional(),
  search: text(100).optional(),
  sort: z
    .enum(['date', '-date', 'amount', '-amount', 'status', '-status', 'customer', '-customer'])
    .optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** Exact, over everything the reader may see. */
export const paymentSummary = z.object({
  totalRevenue: z.string(),
  completed: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  refunded: z.number().int(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;
