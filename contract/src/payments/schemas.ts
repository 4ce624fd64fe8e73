import { z } from 'zod';
import {
  calendarDate,
  money,
  moneyInput,
  optionalLine,
  pageCursor,
  pageLimit,
  rowId,
  signedMoney,
  text,
  textFilter,
  userId,
} from '../fields/schemas.ts';
import { paymentMethods } from './payment-actions.ts';
import { paymentStatuses } from './payment-status.ts';
import { textLimits } from '../fields/text-limits.ts';

/** The kinds of line items of an appointment. */
export const lineKinds = ['service', 'fee', 'discount'] as const;

/** A line item of an appointment, as agreed at booking. The price of the appointment is the sum of its line items. */
export const appointmentLine = z.object({
  /** Counts from 1. */
  position: z.number().int(),
  kind: z.enum(lineKinds),
  /** Null unless the line item is a service. */
  serviceId: rowId().nullable(),
  /** Its name at the time of booking. */
  description: z.string(),
  quantity: z.number(),
  /** Negative for a discount. */
  unitPrice: signedMoney,
  /** In minutes; null unless the line item is a service. */
  duration: z.number().int().nullable(),
});
export type AppointmentLine = z.infer<typeof appointmentLine>;

export const payment = z.object({
  id: rowId(),
  customerId: z.string(),
  appointmentId: rowId().nullable(),
  amount: money,
  /** How much of it has been refunded. */
  refundedAmount: money,
  status: z.enum(paymentStatuses),
  paymentMethod: z.string().nullable(),
  transactionId: z.string().nullable(),
  createdAt: z.string(),
  /** When it was paid; null until then. */
  paidAt: z.string().nullable(),
  customer: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
  }),
  /** The first service; null for a payment without an appointment. */
  service: z.object({ id: rowId(), name: z.string() }).nullable(),
  /** How many services there are besides the first. */
  moreServices: z.number().int(),
});
export type Payment = z.infer<typeof payment>;

/** A payment with the content of its receipt. */
export const paymentDetail = payment.extend({
  /** One entry per refund, oldest first. */
  refunds: z.array(
    z.object({ id: rowId(), amount: money, reason: z.string(), createdAt: z.string() }),
  ),
  /** What was agreed at booking; empty without an appointment. */
  lines: z.array(appointmentLine),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

/** The list's filters. Without filters, the response is the first page, with the latest payments. */
export const paymentQuery = z.object({
  status: z.enum(paymentStatuses, 'That is not a valid payment status.').optional(),
  customerId: userId().optional(),
  /** The date on which it was paid, in the business's time zone. */
  paidOn: calendarDate().optional(),
  search: textFilter.optional(),
  sort: z
    .enum(['date', '-date', 'amount', '-amount', 'status', '-status', 'customer', '-customer'])
    .optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** A payment taken on site. */
export const recordPaymentInput = z.object({
  paymentMethod: z.enum(paymentMethods, 'Please select a payment method'),
  /** The payment's id at the card terminal or bank. */
  transactionId: optionalLine(textLimits.transactionId),
});
export type RecordPaymentInput = z.infer<typeof recordPaymentInput>;

const amountMessage = 'Please enter an amount above zero, such as 25.00';

/** A refund of part or all of a payment's remaining amount. */
export const refundInput = z.object({
  amount: moneyInput(amountMessage).refine((amount) => Number(amount) > 0, amountMessage),
  reason: text(textLimits.reason, 'Please enter a reason'),
});
export type RefundInput = z.infer<typeof refundInput>;

/** Exact totals of all payments that the viewer may see. Revenue is net of refunds. */
export const paymentSummary = z.object({
  totalRevenue: z.string(),
  completed: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  refunded: z.number().int(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;
