import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** How long a browser keeps its mark, in seconds; no sign-in attempt lasts longer. */
const markLasts = 900;

/**
 * Marks a browser while it is away at a provider, so that no one else's sign-in can be finished in it (login
 * CSRF). One mark for all tabs. Over https its cookie has the prefix that no other host, including another
 * subdomain, can set (RFC 6265bis, 4.1.3.2); Lax, since the provider's response is a navigation from another
 * site.
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

/** Returns a request's mark; null: none. */
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
