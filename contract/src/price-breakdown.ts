import { z } from 'zod';
import { money } from './fields.ts';

/** What an amount consisted of when the appointment was booked. */
export const priceBreakdown = z.object({
  /** The service's own price at that time. */
  servicePrice: money,
  /** What the customer's plan took off; null if nothing. */
  plan: z.object({ name: z.string(), reduction: money }).nullable(),
  /** What the service area added; null if nothing. */
  callOut: z.object({ area: z.string(), fee: money }).nullable(),
});
export type PriceBreakdown = z.infer<typeof priceBreakdown>;
