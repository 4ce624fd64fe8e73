import { toAmount, toCents } from '../fields/money.ts';

/** What a plan currently grants for one service. */
export interface PlanBenefit {
  /** How many included uses of this service are left in the interval. */
  readonly usesLeft: number;
  /** The discount in whole percent, which applies once no use is left. */
  readonly discountPercent: number;
}

interface PriceParts {
  /** The service's own price; decimal text with two places, like all money here. */
  readonly servicePrice: string;
  /** Null for a customer without a plan. */
  readonly benefit: PlanBenefit | null;
  /** Null if the address is in no service area, or if its service area is not known. */
  readonly callOutFee: string | null;
}

/** What a booking costs, and its parts. */
export interface Price {
  /** Whether an included use of the plan pays for the service. */
  readonly isIncluded: boolean;
  /** What the service costs with the plan. */
  readonly service: string;
  /** The total with the call-out fee, which no plan reduces. */
  readonly total: string;
}

/**
 * Returns what a booking costs: an included use makes the service free, otherwise the plan's discount
 * applies, rounded half up to the cent; a call-out fee is added. The summary that shows the price and
 * the server that stores it both use this function.
 */
export function calculatePrice({ servicePrice, benefit, callOutFee }: PriceParts): Price {
  const isIncluded = benefit !== null && benefit.usesLeft > 0;
  const full = toCents(servicePrice);
  const service = isIncluded
    ? 0
    : Math.round((full * (100 - (benefit?.discountPercent ?? 0))) / 100);
  return {
    isIncluded,
    service: toAmount(service),
    total: toAmount(service + toCents(callOutFee ?? '0')),
  };
}
