import { formatMoney } from '@curbwrench/contract/fields/money';
import { useBusiness } from './queries.ts';

/**
 * Returns a function that formats decimal text as an amount in the business's currency: '$89.50', or
 * 'N/A'.
 */
export function useMoney(): (amount: string | null | undefined) => string {
  const { currency } = useBusiness();
  return (amount) => formatMoney(amount, currency);
}
