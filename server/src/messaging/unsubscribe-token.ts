import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the token of the link that lets a person turn off reminders, and nothing else. The token is signed and not
 * stored. It never expires, since the link in an old email must still work.
 */
export function createUnsubscribeToken(secret: string, personId: string): string {
  const text = Buffer.from(personId).toString('base64url');
  return `${text}.${computeMac(secret, text)}`;
}

/** Returns the id of the person to whom a token belongs; null if the token was not made with this secret. */
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
