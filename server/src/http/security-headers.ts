import type { FastifyInstance, FastifyReply } from 'fastify';

/** The content security policy for data responses, which are never executed, shown as a page, or framed. */
const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Returns the content security policy for our pages: everything from this origin, nothing inline, no framing. Data
 * may also come from the origins of the configured map. A server-rendered page has a nonce, which allows the
 * inline scripts that carry it.
 */
export function getPageSecurityPolicy(
  mapOrigins: readonly string[],
  nonce: string | null = null,
): string {
  return [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(mapOrigins.length > 0 ? [connectSource(mapOrigins)] : []),
    ...(nonce === null ? [] : [`script-src 'self' 'nonce-${nonce}'`]),
  ].join('; ');
}

/**
 * Returns the content security policy for a worker's script, which applies to the worker: it may only fetch. The
 * service worker fetches from this origin; the map worker also fetches from the origins of the configured map.
 */
export function getWorkerSecurityPolicy(mapOrigins: readonly string[]): string {
  return `default-src 'none'; ${connectSource(mapOrigins)}; frame-ancestors 'none'`;
}

function connectSource(origins: readonly string[]): string {
  return ['connect-src', "'self'", ...origins].join(' ');
}

const commonHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  // Our pages may ask the browser for permission to read a mechanic's position, and for no other permission.
  [
    'permissions-policy',
    'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  ],
];

/** Two years, as preload lists recommend; sent only with https (RFC 6797 7.2). */
export const transportSecurity = {
  name: 'strict-transport-security',
  value: 'max-age=63072000; includeSubDomains',
} as const;

/**
 * Sets the security headers on every response, including refusals and errors (ASVS 5.0 chapter 3.4). By
 * default, a response gets the content security policy for data, and API responses are not cached. Pages set their
 * own policy.
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): SetSecurityHeaders {
  const isHttps = publicUrl.startsWith('https:');
  const setHeaders: SetSecurityHeaders = (url, reply) => {
    for (const [name, value] of commonHeaders) reply.header(name, value);
    if (isHttps) reply.header(transportSecurity.name, transportSecurity.value);
    reply.header('content-security-policy', dataSecurityPolicy);
    if (url.startsWith('/api')) reply.header('cache-control', 'no-store');
  };
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.url, reply);
    done();
  });
  return setHeaders;
}

/** Sets the security headers on a response that is sent before any hook runs, such as for an unparsable URL. */
export type SetSecurityHeaders = (url: string, reply: FastifyReply) => void;
