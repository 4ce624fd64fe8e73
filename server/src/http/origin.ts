import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './refusals.ts';

/** The origin of this server's own pages. */
export interface OwnOrigin {
  /** The address people use. */
  readonly publicUrl: string;
}

/**
 * Refuses every change that a page of another site may have caused, before reading anything
 * (OWASP's CSRF Prevention Cheat Sheet: fetch metadata first, the origin where a browser sends
 * none, cookies with SameSite in addition).
 *
 * - Sec-Fetch-Site, which no page can forge: a change must come from `same-origin`. `none` is the
 *   address bar or a bookmark; those open pages and change nothing, so it is accepted for GET only.
 * - Without it (an older browser, or plain HTTP on another name than localhost) Origin must be the
 *   public address. Where that isn't https (the demo, this machine alone) it may also be the host
 *   that the request itself names, which no other site's name can be; see isOurHost.
 * - Without both it is not a browser: all current ones send an Origin with each POST, PATCH and
 *   DELETE (Fetch standard, 3.2). A script or an app, which had to be given its cookie, is
 *   accepted.
 *
 * The three safe methods are accepted: no GET makes changes, except the sign-in and log-out
 * navigations.
 */
export function refuseCrossSiteChanges(app: FastifyInstance, own: OwnOrigin): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      // RFC 9112, 3.2: a request must say which host it is for.
      sendRefusal(request, reply, {
        code: 'invalid_request',
        message: 'The request does not say which host it is for.',
      });
      return;
    }
    if (!isOurHost(request, own)) {
      sendRefusal(request, reply, {
        code: 'invalid_request',
        message:
          'This server is not available under that host name; its name is set by PUBLIC_URL.',
      });
      return;
    }
    if (!isCrossSiteChange(request, own)) return done();
    sendRefusal(request, reply, {
      code: 'not_allowed',
      message: 'Changes can only be made from our own pages.',
    });
  });
}

/**
 * Returns whether a request is for a host of ours. A site may point its own name here, and a
 * browser then treats its pages as ours (DNS rebinding); so without https only our own name,
 * localhost and IP addresses count, which no other site's name can be. With https the certificate
 * settles it, and a proxy may rewrite the host on the way here.
 */
function isOurHost(request: FastifyRequest, { publicUrl }: OwnOrigin): boolean {
  const own = new URL(publicUrl);
  if (own.protocol === 'https:') return true;
  const { host } = request.headers;
  if (host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === own.hostname ||
    hostname === 'localhost' ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  );
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function isCrossSiteChange(request: FastifyRequest, own: OwnOrigin): boolean {
  if (safeMethods.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && !isOwnOrigin(origin, request, own);
}

function isOwnOrigin(origin: string, request: FastifyRequest, { publicUrl }: OwnOrigin): boolean {
  const parsed = parseOrigin(origin);
  if (parsed === null) return false;
  if (parsed.origin === new URL(publicUrl).origin) return true;
  return !publicUrl.startsWith('https:') && parsed.host === request.host;
}

/** Parses an origin; null for `null`, which a sandboxed page sends, and for an invalid one. */
function parseOrigin(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
