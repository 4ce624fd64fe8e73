import { z } from 'zod';
import { money, rowId, userId } from './fields.ts';
import { paymentStatuses } from './payment-status.ts';
import { planIntervals } from './plans.ts';

/** A customer's plan, as agreed when they joined, with its present interval. */
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
      /** Not yet used in this interval. */
      left: z.number().int(),
    }),
  ),
  /** First day of the present interval, `yyyy-MM-dd`. */
  periodStart: z.string(),
  /** The day after its last one: it is renewed, or over, from here. */
  periodEnd: z.string(),
  /** False: it ends with this interval. */
  renews: z.boolean(),
  payment: z.object({ id: rowId(), amount: money, status: z.enum(paymentStatuses) }),
  /** Whether it changes prices now: once its present interval is paid, or by a setting before that. */
  active: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;

/** Whose; read only from staff, who book for a customer. */
export const subscriptionQuery = z.object({ customerId: userId().optional() });

/** Joining a plan as it was shown: one that has changed since is refused. */
export const subscriptionInput = z.object({
  planId: rowId('Please choose a plan'),
  version: rowId('Please choose a plan'),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

/** Leaving (false) when the interval ends, or staying after all. */
export const subscriptionChange = z.object({ renews: z.boolean('Please say whether to stay') });
