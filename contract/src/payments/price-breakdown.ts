import type { PriceBreakdown } from './schemas.ts';

/** The label of what a service area adds to a price. */
export const callOutFeeLabel = 'Call-out fee';

/** A line of a price breakdown: what it is, and what it adds or takes off. */
export interface BreakdownLine {
  readonly text: string;
  /** Decimal text, never below zero. */
  readonly amount: string;
  readonly takesOff: boolean;
}

/**
 * Returns how a plan and a service area changed a service's price, in the order of the sum: the same
 * lines in the receipt, its PDF and the appointment's page. The service's own price comes first.
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

/** Returns the text of a plan: it included the service if it paid for all of it. */
function planText(servicePrice: string, plan: NonNullable<PriceBreakdown['plan']>): string {
  return plan.reduction === servicePrice
    ? `Included in the plan ${plan.name}`
    : `Taken off by the plan ${plan.name}`;
}
