import { createHmac } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The types of numbers that cannot receive text messages. US landlines and cell phones have the same type. */
const untextableTypes = new Set<string | undefined>([
  'FIXED_LINE',
  'PAGER',
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'VOICEMAIL',
]);

/**
 * Returns a stored phone number in E.164 format. Returns null if it has an extension, does not exist, cannot receive
 * text messages, or contains digits that are not part of its E.164 format, such as a trunk prefix. A number without a
 * country code is a US number. `phone_to_e164` in the database must return the same number.
 */
export function toTextingNumber(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'US', extract: false });
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  if (untextableTypes.has(parsed.getType())) return null;
  const digits = phone.replaceAll(/\D/g, '');
  const hasCountryCode = phone.startsWith('+') || digits.length === 11;
  return parsed.number === `+${hasCountryCode ? '' : '1'}${digits}` ? parsed.number : null;
}

/** Returns a keyed hash of a number, so that a STOP can be recorded without storing the number. */
export function hashNumber(secret: string, number: string): string {
  return createHmac('sha256', secret).update(`sms opt-out ${number}`).digest('base64url');
}
