import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './refusals.ts';

/** Where this server's own pages are. */
export interface OwnOrigin {
  /** The address people use. */
  readonly publicUrl: string;
  /** The demo is open by whatever name this machine is reached. */
  readonly demo: boolean;
}

/**
 * Refuses every change that a page of another site may have caused, before anything is read of it
 * (OWASP's CSRF Prevention Cheat Sheet: fetch metadata first, the origin where a browser sends
 * none, cookies with SameSite beneath both).
 *
 * - Sec-Fetch-Site, which no page can forge: a change must come from `same-origin`. `none` is the
 *   address bar or a bookmark; those open pages and change nothing, so it is good for a GET alone.
 * - Without it (an older browser, or plain HTTP on another name than localhost) Origin must be the
 *   public address. Where that isn't https, in the demo or before PUBLIC_URL is set, it may also be
 *   the host that the request itself names, since a page of another site can't name ours.
 * - Without both it is no browser: every one in use sends an Origin with each POST, PATCH and
 *   DELETE (Fetch standard, 3.2). A script or an app, which had to be given its cookie, passes.
 *
 * The three methods that change nothing pass: no GET does, but for decision D7's navigations.
 */
export function refuseForeignChanges(app: FastifyInstance, own: OwnOrigin): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      // RFC 9112, 3.2: which of our names is meant must be said.
      sendRefusal(request, reply, {
        code: 'invalid_request',
        message: 'The request does not say which host it is for.',
      });
      return;
    }
    if (!isForeignChange(request, own)) return done();
    sendRefusal(request, reply, {
      code: 'not_allowed',
      message: 'Changes can only be made from our own pages.',
    });
  });
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

function isForeignChange(request: FastifyRequest, own: OwnOrigin): boolean {
  if (harmless.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && !isOwn(origin, request, own);
}

function isOwn(origin: string, request: FastifyRequest, { publicUrl, demo }: OwnOrigin): boolean {
  const from = originOf(origin);
  if (from === null) return false;
  if (from.origin === new URL(publicUrl).origin) return true;
  const hostCounts = demo || !publicUrl.startsWith('https:');
  return hostCounts && from.host === request.host;
}

/** Null for `null`, which is what a sandboxed page sends, and for what is no origin at all. */
function originOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
