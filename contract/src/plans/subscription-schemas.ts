import { z } from 'zod';
import { money, rowId, userId } from '../fields/schemas.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { planIntervals } from './schemas.ts';

/** A customer's plan with the terms of when they joined, and its current interval. */
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
      /** How many are not yet used in this interval. */
      left: z.number().int(),
    }),
  ),
  /** First day of the current interval, `yyyy-MM-dd`. */
  periodStart: z.string(),
  /** The day after its last one, on which the plan is renewed or ends. */
  periodEnd: z.string(),
  /** False: it ends after this interval. */
  renews: z.boolean(),
  payment: z.object({ id: rowId(), amount: money, status: z.enum(paymentStatuses) }),
  /** Whether it changes prices now: once its current interval is paid, or earlier by a setting. */
  active: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;

/** The customer; read only from staff, who book for customers. */
export const subscriptionQuery = z.object({ customerId: userId().optional() });

/** Joins a plan as it was shown: if it has changed since, the request is refused. */
export const subscriptionInput = z.object({
  planId: rowId('Please choose a plan'),
  version: rowId('Please choose a plan'),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

/** Ends the plan after the interval (false), or keeps it after all. */
export const subscriptionChange = z.object({ renews: z.boolean('Please say whether to stay') });
