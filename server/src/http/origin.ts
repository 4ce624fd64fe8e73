import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './refusals.ts';

/** The origin of this server's own pages. */
export interface OwnOrigin {
  /** The URL at which browsers reach this server. */
  readonly publicUrl: string;
}

/**
 * Refuses every change that a page on another site may have caused, before reading the request's body
 * (OWASP's CSRF Prevention Cheat Sheet: fetch metadata first, then the origin if a browser sends no
 * fetch metadata, and SameSite cookies in addition).
 *
 * - Sec-Fetch-Site, which no page can forge, must be `same-origin` for a change. `none` means the
 *   address bar or a bookmark, which open pages and change nothing, so `none` is accepted for GET only.
 * - Without that header (an older browser, or plain HTTP under a name other than localhost), Origin must be
 *   the public URL. If that isn't https (the demo, or a server used only on its own machine), Origin may also be the
 *   host in the request's Host header, which can't be another site's name; see isOurHost.
 * - A request with neither header is not from a browser: all current browsers send an Origin with each
 *   POST, PATCH and DELETE (Fetch standard, 3.2). It is accepted, since a script or an app doesn't send
 *   another person's cookie by itself.
 *
 * The safe methods (GET, HEAD, OPTIONS) are accepted: no GET makes changes, except the sign-in and log-out
 * navigations.
 */
export function refuseCrossSiteChanges(app: FastifyInstance, own: OwnOrigin): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      // RFC 9112, 3.2: an HTTP/1.1 request must have a Host header.
      sendRefusal(request, reply, {
        code: 'invalid_request',
        message: 'The Host header is missing.',
      });
      return;
    }
    if (!isOurHost(request, own)) {
      sendRefusal(request, reply, {
        code: 'invalid_request',
        message: 'This server is not available at that host name; its URL is set by PUBLIC_URL.',
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
 * Returns whether the request's host is ours. Another site may point its own host name at this server, and a
 * browser then lets its pages use this server as their own (DNS rebinding). So without https, only our own name,
 * localhost and IP addresses are accepted, which can't be another site's name. With https, the
 * certificate prevents this, and every host is accepted, since a proxy may rewrite it.
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

/** Parses an origin; returns null if it is invalid, or is the text "null", which a sandboxed page sends. */
function parseOrigin(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
