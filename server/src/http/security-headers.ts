import type { FastifyInstance, FastifyReply } from 'fastify';

/** For data: nothing of it is ever run, shown as a page or framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** For our page: everything from here, nothing inline, no frame around it. */
export const pagePolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The same for a page that we rendered: with the inline scripts that bear the nonce, and no others. */
export function pagePolicyWith(nonce: string): string {
  return `${pagePolicy}; script-src 'self' 'nonce-${nonce}'`;
}

/** For the worker that keeps the schedule for times without a network: it fetches from here alone. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const everywhere: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  // A mechanic's browser may be asked where it is; nothing else is ever asked for.
  [
    'permissions-policy',
    'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  ],
];

/** Two years, as the preload lists ask; only told where people come by https (RFC 6797 7.2). */
export const transport = {
  name: 'strict-transport-security',
  value: 'max-age=63072000; includeSubDomains',
} as const;

/**
 * Puts the security headers on every answer, whatever becomes of its request (ASVS 5.0 chapter
 * 3.4). The policy is that of data, and calls are kept by nobody; what is a page sets its own.
 */
export function secureAnswers(app: FastifyInstance, publicUrl: string): SecureReply {
  const isHttps = publicUrl.startsWith('https:');
  const secure: SecureReply = (url, reply) => {
    for (const [name, value] of everywhere) reply.header(name, value);
    if (isHttps) reply.header(transport.name, transport.value);
    reply.header('content-security-policy', dataPolicy);
    if (url.startsWith('/api')) reply.header('cache-control', 'no-store');
  };
  app.addHook('onRequest', (request, reply, done) => {
    secure(request.url, reply);
    done();
  });
  return secure;
}

/** For an answer that no hook comes before, as when the address can't be read. */
export type SecureReply = (url: string, reply: FastifyReply) => void;
