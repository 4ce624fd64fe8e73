import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the token of the link with which a person turns off reminders. It is signed and not stored, and never expires,
 * since the link in an old email must still work. All it allows is turning off reminders.
 */
export function createUnsubscribeToken(secret: string, personId: string): string {
  const text = Buffer.from(personId).toString('base64url');
  return `${text}.${computeMac(secret, text)}`;
}

/** Returns whose reminders a token turns off; null if it was not made with this secret. */
export function readUnsubscribeToken(secret: string, token: string): string | null {
  const [text = '', signature = ''] = token.split('.');
  const expected = Buffer.from(computeMac(secret, text));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return Buffer.from(text, 'base64url').toString();
}

/** Returns the token's signature: 128 bits, so that the token is short enough for a URL's path. */
function computeMac(secret: string, text: string): string {
  const hash = createHmac('sha256', secret).update(`unsubscribe ${text}`);
  return hash.digest().subarray(0, 16).toString('base64url');
}
