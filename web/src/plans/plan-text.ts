import type { PlanInterval } from '@curbwrench/contract/plans/schemas';

/** The suffix of a price: 'per month'. */
export const perInterval: Record<PlanInterval, string> = {
  month: 'per month',
  quarter: 'per quarter',
  year: 'per year',
};

/** The labels of the billing intervals in the plan form. */
export const intervalLabels: Record<PlanInterval, string> = {
  month: 'Every month',
  quarter: 'Every three months',
  year: 'Every year',
};

/** Returns 'Oil Change, twice per year'. */
export function includedText(name: string, uses: number, interval: PlanInterval): string {
  const frequency = uses === 1 ? 'once' : uses === 2 ? 'twice' : `${uses} times`;
  return `${name}, ${frequency} ${perInterval[interval]}`;
}

/** Returns '15% off everything else', or '15% off every service' if the plan includes none; null without a discount. */
export function discountText(percent: number, hasIncludedServices: boolean): string | null {
  if (percent === 0) return null;
  return `${percent}% off ${hasIncludedServices ? 'everything else' : 'every service'}`;
}
