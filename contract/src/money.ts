/*
 * Money travels as decimal text with two places and is reckoned in whole cents: a sum of fractions
 * of a number would not be exact.
 */

/** The highest amount that is kept of one payment or appointment: what the database's columns hold. */
export const highestAmount = '99999999.99';

/**
 * The highest price or fee that anybody may set, so that what a booking adds up (a service and a
 * call-out fee) is always an amount that can be kept.
 */
export const highestPrice = '9999999.99';

/** '89.50' is 8950 cents. */
export function centsOf(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

/** 8950 cents are '89.50'. Whole and not below zero. */
export function amountOf(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/**
 * Money as a person reads it: '$1,249.50'. `amount` is decimal text with two places, as the
 * server sends it; `currency` an ISO 4217 code. Text that is no number reads 'N/A'.
 */
export function formatMoney(amount: string | null | undefined, currency: string): string {
  const value = amount === null || amount === undefined || amount === '' ? NaN : Number(amount);
  if (!Number.isFinite(value)) return 'N/A';
  return formatIn(currency).format(value);
}

/** Making a format costs fifty times what using it does: one is kept for each currency. */
const formats = new Map<string, Intl.NumberFormat>();

function formatIn(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, made);
  return made;
}
