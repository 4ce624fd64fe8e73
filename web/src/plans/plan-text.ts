import type { PlanInterval } from '@curbwrench/contract/plans/schemas';

/** The suffix of a price: 'per month'. */
export const perInterval: Record<PlanInterval, string> = {
  month: 'per month',
  quarter: 'per quarter',
  year: 'per year',
};

/** The labels in the plan form. */
export const intervalLabels: Record<PlanInterval, string> = {
  month: 'Every month',
  quarter: 'Every three months',
  year: 'Every year',
};

/** Returns 'Oil Change, twice per year'. */
export function includedText(name: string, uses: number, interval: PlanInterval): string {
  const often = uses === 1 ? 'once' : uses === 2 ? 'twice' : `${uses} times`;
  return `${name}, ${often} ${perInterval[interval]}`;
}

/** Returns '15% off everything else'; null without a discount. */
export function discountText(percent: number, includesAny: boolean): string | null {
  if (percent === 0) return null;
  return `${percent}% off ${includesAny ? 'everything else' : 'every service'}`;
}
