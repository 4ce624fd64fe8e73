/*
 * Money is sent as a string with two decimal places and computed in whole cents, because sums of floating-point
 * numbers would not be exact.
 */

/** The highest amount of one payment or appointment, limited by the database's columns. */
export const highestAmount = '99999999.99';

/**
 * The highest price or fee that can be set. It is limited so that the total of a booking (its services and the
 * trip fee) can always be stored.
 */
export const highestPrice = '9999999.99';

/** Returns the cents of an amount: 8950 for '89.50', and -8950 for '-89.50'. */
export function toCents(amount: string): number {
  if (amount.startsWith('-')) return -toCents(amount.slice(1));
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

/** Returns whole cents as an amount: '89.50' for 8950. */
export function toAmount(cents: number): string {
  if (cents < 0) return `-${toAmount(-cents)}`;
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/**
 * Formats money for people: '$1,249.50'. `amount` is a string with two decimal places, as the
 * server sends it; `currency` is an ISO 4217 code. Returns 'N/A' if the amount is missing or not a number.
 */
export function formatMoney(amount: string | null | undefined, currency: string): string {
  const value = amount === null || amount === undefined || amount === '' ? NaN : Number(amount);
  if (!Number.isFinite(value)) return 'N/A';
  return getFormat(currency).format(value);
}

/** The formats by currency. They are cached, since creating one takes fifty times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat(currency: string): Intl.NumberFormat {
  const cached = formats.get(currency);
  if (cached) return cached;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}
