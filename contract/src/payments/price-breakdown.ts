import type { PriceBreakdown } from './schemas.ts';

/** The label of what a service area adds to a price. */
export const callOutFeeLabel = 'Call-out fee';

/** A line of a price breakdown: a label, and an amount that is added or deducted. */
export interface BreakdownLine {
  readonly text: string;
  /** Decimal text, zero or more. */
  readonly amount: string;
  readonly isDeduction: boolean;
}

/**
 * Returns the lines of a price breakdown: the service's own price, what a plan deducted, and what a service
 * area added. The receipt, its PDF and the appointment's page show the same lines.
 */
export function listBreakdownLines({
  servicePrice,
  plan,
  callOut,
}: PriceBreakdown): BreakdownLine[] {
  return [
    { text: 'List price', amount: servicePrice, isDeduction: false },
    ...(plan
      ? [{ text: planText(servicePrice, plan), amount: plan.reduction, isDeduction: true }]
      : []),
    ...(callOut
      ? [{ text: `${callOutFeeLabel}, ${callOut.area}`, amount: callOut.fee, isDeduction: false }]
      : []),
  ];
}

/** Returns the label of a plan's line. A plan that deducted the whole price included the service. */
function planText(servicePrice: string, plan: NonNullable<PriceBreakdown['plan']>): string {
  return plan.reduction === servicePrice
    ? `Included in the ${plan.name} plan`
    : `${plan.name} plan discount`;
}
