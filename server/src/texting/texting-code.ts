import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the hash of a code to store. It is keyed, since a code is short enough to be guessed from a plain hash, and is
 * valid for one person and number only.
 */
export function hashCode(secret: string, personId: string, number: string, code: string): string {
  return createHmac('sha256', secret)
    .update(`sms code ${personId} ${number} ${code}`)
    .digest('base64url');
}

/** Returns whether two hashes are the same. Compares them in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
