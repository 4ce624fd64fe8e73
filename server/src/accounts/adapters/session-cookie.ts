import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Reads the value of a cookie signed by better-auth, such as a session's token. The cookie is `value.signature`,
 * percent-encoded, where the signature is the value's HMAC-SHA256 in base64. Returns null for anything that this
 * server did not sign.
 */
export function readSignedCookie(
  cookieHeader: string | undefined,
  cookieName: string,
  secret: string,
): string | null {
  const value = readCookie(cookieHeader, cookieName);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (!value || dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  return signature.length === expected.length && timingSafeEqual(signature, expected)
    ? token
    : null;
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) {
      try {
        return decodeURIComponent(part.slice(equals + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
}
