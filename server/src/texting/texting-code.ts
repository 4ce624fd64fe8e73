import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the hash of a code to store. The hash is keyed, since a code is so short that it could be guessed from a
 * plain hash, and it is different for each person and number.
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
