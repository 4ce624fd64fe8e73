import type { FastifyInstance, FastifyReply } from 'fastify';

/** The content security policy of data, which is never run, shown as a page or framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The content security policy of our pages: everything from this origin, nothing inline, no framing. */
export const pagePolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the same policy for a rendered page: it also allows the inline scripts with the nonce. */
export function pagePolicyWithNonce(nonce: string): string {
  return `${pagePolicy}; script-src 'self' 'nonce-${nonce}'`;
}

/** For the service worker that stores the schedule for offline use: it only fetches from this origin. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const commonHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  // A mechanic's browser may be asked for its position; nothing else is ever requested.
  [
    'permissions-policy',
    'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  ],
];

/** Two years, as the preload lists require; sent only with https (RFC 6797 7.2). */
export const transportSecurity = {
  name: 'strict-transport-security',
  value: 'max-age=63072000; includeSubDomains',
} as const;

/**
 * Sets the security headers on every response, whatever the outcome (ASVS 5.0 chapter 3.4). The
 * default is the policy for data, and calls are not cached; pages set their own.
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): SetSecurityHeaders {
  const isHttps = publicUrl.startsWith('https:');
  const setHeaders: SetSecurityHeaders = (url, reply) => {
    for (const [name, value] of commonHeaders) reply.header(name, value);
    if (isHttps) reply.header(transportSecurity.name, transportSecurity.value);
    reply.header('content-security-policy', dataPolicy);
    if (url.startsWith('/api')) reply.header('cache-control', 'no-store');
  };
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.url, reply);
    done();
  });
  return setHeaders;
}

/** Sets the headers on a response that no hook precedes, as when the URL can't be parsed. */
export type SetSecurityHeaders = (url: string, reply: FastifyReply) => void;
