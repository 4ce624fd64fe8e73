/**
 * Money as a person reads it: '$1,249.50'. `amount` is decimal text with two places, as the
 * server sends it; `currency` an ISO 4217 code. Text that is no number reads 'N/A' (spec
 * section 3).
 */
export function formatMoney(amount: string | null | undefined, currency: string): string {
  const value = amount === null || amount === undefined || amount === '' ? NaN : Number(amount);
  if (!Number.isFinite(value)) return 'N/A';
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value);
}
