import { amountOf, centsOf } from './money.ts';

/** What a plan does for one service now. */
export interface PlanBenefit {
  /** Included uses of this service that are left in the interval. */
  readonly usesLeft: number;
  /** Whole percent off, once none is left. */
  readonly discountPercent: number;
}

interface PriceParts {
  /** The service's own price; decimal text with two places, as all money here. */
  readonly servicePrice: string;
  /** Null for a customer without a plan. */
  readonly benefit: PlanBenefit | null;
  /** Null where the address lies in no area that can be told from it. */
  readonly callOutFee: string | null;
}

/** What a booking costs, and why. */
export interface Price {
  /** Whether one of the plan's included uses pays for the service. */
  readonly isIncluded: boolean;
  /** What the service costs after the plan. */
  readonly service: string;
  /** With the call-out fee, which no plan reduces. */
  readonly total: string;
}

/**
 * What a booking costs: an included use makes the service free, else the plan's discount applies,
 * rounded half up to the cent; a call-out fee comes on top. One function for the summary that shows
 * the price and the server that keeps it with the booking.
 */
export function priceOf({ servicePrice, benefit, callOutFee }: PriceParts): Price {
  const isIncluded = benefit !== null && benefit.usesLeft > 0;
  const full = centsOf(servicePrice);
  const service = isIncluded
    ? 0
    : Math.round((full * (100 - (benefit?.discountPercent ?? 0))) / 100);
  return {
    isIncluded,
    service: amountOf(service),
    total: amountOf(service + centsOf(callOutFee ?? '0')),
  };
}
