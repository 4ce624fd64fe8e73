/** How many phone numbers a customer can have. */
export const maxPhones = 5;

/** Digits with the separators that people write, and perhaps an extension. */
const phonePattern = /^(?<number>\+?[\d\s().\-/]+?)(?:\s*(?:x|ext\.?)\s*(?<extension>\d{1,6}))?$/i;

/**
 * Returns a phone number in a standard format, however it was typed: '(555) 123-4567' for ten digits with
 * or without the country code 1, '+442079460958' for a foreign number with a plus; an extension follows after
 * ' x'. Returns null if it is not a phone number of 7 to 15 digits.
 */
export function normalizePhone(text: string): string | null {
  const { number = '', extension } = phonePattern.exec(text.trim())?.groups ?? {};
  const digits = number.replaceAll(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || /^0+$/.test(digits)) return null;
  const national = getNationalDigits(digits);
  const isForeign = number.startsWith('+') && national === digits;
  const formatted = isForeign ? `+${digits}` : format(national);
  return extension === undefined ? formatted : `${formatted} x${extension}`;
}

/** Returns the digits used to look up a number: without a plus, and without the country code 1. */
export function extractPhoneDigits(text: string): string {
  return getNationalDigits(text.replaceAll(/\D/g, ''));
}

function getNationalDigits(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

function format(digits: string): string {
  if (digits.length === 10) {
    return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  }
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}
