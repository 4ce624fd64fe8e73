import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The cookie's lifetime, which equals the lifetime of a sign-in attempt. */
const bindingLifetimeSeconds = 900;

/**
 * Returns a random value that binds a sign-in at a provider to this browser, and the cookie that stores it, so
 * that no one else's sign-in can be completed in this browser (login CSRF). All tabs share one value. Over https
 * the cookie has the `__Host-` prefix, so that no other host, including another subdomain, can set it (RFC
 * 6265bis, 4.1.3.2). It is SameSite=Lax, since the provider's response is a navigation from another site.
 */
export function bindBrowser(
  request: Pick<FastifyRequest, 'headers'>,
  isHttps: boolean,
): { readonly binding: string; readonly cookie: string } {
  const binding = readBrowserBinding(request, isHttps) ?? randomBytes(32).toString('base64url');
  const cookie = [
    `${cookieName(isHttps)}=${binding}`,
    `Max-Age=${bindingLifetimeSeconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');
  return { binding, cookie };
}

/** Returns the binding in a request's cookie; null if there is none. */
export function readBrowserBinding(
  request: Pick<FastifyRequest, 'headers'>,
  isHttps: boolean,
): string | null {
  const prefix = `${cookieName(isHttps)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

function cookieName(isHttps: boolean): string {
  return isHttps ? '__Host-curbwrench.sign-in' : 'curbwrench.sign-in';
}
