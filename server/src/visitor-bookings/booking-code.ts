import { createHmac } from 'node:crypto';

/**
 * Returns the hash of a booking code to store. It is keyed, since a code is short enough to be guessed from a plain hash,
 * and is valid only for this email address and for the browser that has the token.
 */
export function hashBookingCode(
  secret: string,
  { token, email, code }: { readonly token: string; readonly email: string; readonly code: string },
): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['booking code', token, email, code]))
    .digest('base64url');
}
