import { amountOf, centsOf } from '@curbwrench/contract/money';
import type { PriceBreakdown } from '@curbwrench/contract/price-breakdown';

/** What the history kept of a price when it was booked (`book-appointment.ts`). */
export type PriceTerms = Readonly<Record<string, string | null>>;

/**
 * What an amount is made of, by what was kept at booking, so that nothing that changes afterwards
 * changes a receipt. Null where neither plan nor area did anything to the service's price, and where
 * no more is known of it: a direct payment, or one whose amount is not the sum of what was kept.
 */
export function presentBreakdown(amount: string, terms: PriceTerms | null): PriceBreakdown | null {
  const { servicePrice, plan, area, callOutFee } = terms ?? {};
  if (!servicePrice) return null;
  const fee = area && callOutFee ? centsOf(callOutFee) : 0;
  const reduction = centsOf(servicePrice) + fee - centsOf(amount);
  const isSum = reduction === 0 || (plan && reduction > 0 && reduction <= centsOf(servicePrice));
  if (!isSum || (reduction === 0 && fee === 0)) return null;
  return {
    servicePrice,
    plan: plan && reduction > 0 ? { name: plan, reduction: amountOf(reduction) } : null,
    callOut: area && fee > 0 ? { area, fee: amountOf(fee) } : null,
  };
}
