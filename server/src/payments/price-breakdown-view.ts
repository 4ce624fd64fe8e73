import { toAmount, toCents } from '@curbwrench/contract/fields/money';
import type { PriceBreakdown } from '@curbwrench/contract/payments/schemas';

/** The terms of a price, as `book-appointment.ts` stores them in the appointment's history. */
export type PriceTerms = Readonly<Record<string, string | null>>;

/**
 * Returns the breakdown of an amount by the terms stored at booking, so that later changes of prices,
 * plans and areas do not affect a receipt. Null if neither a plan nor an area changed the service's
 * price, if there are no stored terms, or if the amount is not the sum of the stored parts.
 */
export function presentPriceBreakdown(
  amount: string,
  terms: PriceTerms | null,
): PriceBreakdown | null {
  const { servicePrice, plan, area, callOutFee } = terms ?? {};
  if (!servicePrice) return null;
  const fee = area && callOutFee ? toCents(callOutFee) : 0;
  const reduction = toCents(servicePrice) + fee - toCents(amount);
  const isSum = reduction === 0 || (plan && reduction > 0 && reduction <= toCents(servicePrice));
  if (!isSum || (reduction === 0 && fee === 0)) return null;
  return {
    servicePrice,
    plan: plan && reduction > 0 ? { name: plan, reduction: toAmount(reduction) } : null,
    callOut: area && fee > 0 ? { area, fee: toAmount(fee) } : null,
  };
}
