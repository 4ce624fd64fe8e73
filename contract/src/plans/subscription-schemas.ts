import { z } from 'zod';
import { money, rowId, userId } from '../fields/schemas.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { planIntervals } from './schemas.ts';

/** A customer's plan, with the terms copied when they joined, and its current interval. */
export const subscription = z.object({
  id: rowId(),
  customerId: z.string(),
  planId: rowId(),
  planName: z.string(),
  price: money,
  interval: z.enum(planIntervals),
  discountPercent: z.number().int(),
  services: z.array(
    z.object({
      serviceId: rowId(),
      name: z.string(),
      uses: z.number().int(),
      /** How many uses are left in this interval. */
      left: z.number().int(),
    }),
  ),
  /** First day of the current interval, `yyyy-MM-dd`. */
  periodStart: z.string(),
  /** The day after the interval's last day, on which the plan is renewed or ends. */
  periodEnd: z.string(),
  /** Whether it continues after this interval. */
  renews: z.boolean(),
  payment: z.object({ id: rowId(), amount: money, status: z.enum(paymentStatuses) }),
  /**
   * Whether its benefits apply now. They apply when the current interval is paid for or, if the business's settings
   * allow it, even before.
   */
  active: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;

/** Whose subscriptions to list. Ignored for customers, who get their own. */
export const subscriptionQuery = z.object({ customerId: userId().optional() });

/** Joins a plan. `version` is the version that was shown; the request is refused if the plan has changed since then. */
export const subscriptionInput = z.object({
  planId: rowId('Please choose a plan'),
  version: rowId('Please choose a plan'),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

/** With false, the plan ends after the current interval; with true, it renews after all. */
export const subscriptionChange = z.object({
  renews: z.boolean('Please specify whether the plan renews'),
});
