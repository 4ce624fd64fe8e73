import { z } from 'zod';
import { money } from './fields.ts';

/** What an amount is made of, as it was when the appointment was booked. */
export const priceBreakdown = z.object({
  /** The service's own price then. */
  servicePrice: money,
  /** What the customer's plan took off it; null where it took nothing. */
  plan: z.object({ name: z.string(), reduction: money }).nullable(),
  /** What the area added; null where it added nothing. */
  callOut: z.object({ area: z.string(), fee: money }).nullable(),
});
export type PriceBreakdown = z.infer<typeof priceBreakdown>;
