import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** For how long a browser keeps its mark, in seconds; no attempt to sign in is awaited longer. */
const markLasts = 900;

/**
 * Tells a browser from every other one while it is away at a provider, so that nobody can finish a
 * sign-in of theirs in it (login CSRF). One mark for all tabs. Over https its cookie has the prefix
 * that no other host, a sister's page included, can set (RFC 6265bis, 4.1.3.2); Lax, since the
 * provider's answer is a navigation from another site.
 */
export function markBrowser(
  request: Pick<FastifyRequest, 'headers'>,
  isHttps: boolean,
): { readonly mark: string; readonly cookie: string } {
  const mark = browserMark(request, isHttps) ?? randomBytes(32).toString('base64url');
  const cookie = [
    `${cookieName(isHttps)}=${mark}`,
    `Max-Age=${markLasts}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');
  return { mark, cookie };
}

/** The mark that a request carries; null: none. */
export function browserMark(
  request: Pick<FastifyRequest, 'headers'>,
  isHttps: boolean,
): string | null {
  const named = `${cookieName(isHttps)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(named))?.slice(named.length) ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

function cookieName(isHttps: boolean): string {
  return isHttps ? '__Host-curbwrench.sign-in' : 'curbwrench.sign-in';
}
