import { createHmac } from 'node:crypto';

/**
 * Returns the hash that is stored for a verification code. The hash is keyed, since a short code could be guessed from
 * a plain hash. It includes the token and the email address, so that the code is valid only for this address and for
 * the browser that has the token.
 */
export function hashVerificationCode(
  secret: string,
  { token, email, code }: { readonly token: string; readonly email: string; readonly code: string },
): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['booking code', token, email, code]))
    .digest('base64url');
}
