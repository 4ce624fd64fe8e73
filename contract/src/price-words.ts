import type { PriceBreakdown } from './price-breakdown.ts';

/** What an area adds to a price. */
export const callOutFeeLabel = 'Call-out fee';

/** A line of what an amount is made of: what it is, and what it adds or takes off. */
export interface BreakdownLine {
  readonly text: string;
  /** Decimal text, never below zero. */
  readonly amount: string;
  readonly takesOff: boolean;
}

/**
 * What a plan and an area did to a service's price, in the order in which it is summed up: the same
 * lines in the receipt, its PDF and the appointment's page. The service's own price stands first.
 */
export function breakdownLines({ servicePrice, plan, callOut }: PriceBreakdown): BreakdownLine[] {
  return [
    { text: 'List price', amount: servicePrice, takesOff: false },
    ...(plan
      ? [{ text: planText(servicePrice, plan), amount: plan.reduction, takesOff: true }]
      : []),
    ...(callOut
      ? [{ text: `${callOutFeeLabel}, ${callOut.area}`, amount: callOut.fee, takesOff: false }]
      : []),
  ];
}

/** A plan that paid for all of it included it; any other gave something off. */
function planText(servicePrice: string, plan: NonNullable<PriceBreakdown['plan']>): string {
  return plan.reduction === servicePrice
    ? `Included in the plan ${plan.name}`
    : `Taken off by the plan ${plan.name}`;
}
