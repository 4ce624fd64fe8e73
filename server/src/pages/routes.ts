import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readInitialData } from './initial-data.ts';
import { compressPage } from './page-compression.ts';
import { isLandingPage, preparePageHtml } from './page-html.ts';
import { startRenderingPages } from './page-markup.ts';
import { nothingFound, sendRefusal } from '../http/refusals.ts';
import { pagePolicy } from '../http/security-headers.ts';
import type { RouteContext } from '../http/route-context.ts';
import { staticFileRoutes } from './static-files.ts';

/** The location of the built web client. */
export interface BuiltWebClient {
  readonly folder: string;
  /** The script of the thread that renders its pages; if null, browsers render them. */
  readonly rendererFile: string | null;
}

/**
 * Serves the web client: its files, and its single HTML page for every URL that is not an API path, since the client's
 * router handles these. A browser that opens a page receives the initial data in the page. The client's maps may load
 * data from the given origins.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: RouteContext,
  { folder: webFolder, rendererFile }: BuiltWebClient,
  mapOrigins: readonly string[],
): Promise<void> {
  for (const file of [join(webFolder, 'index.html'), rendererFile]) {
    if (file && !existsSync(file))
      throw new Error(`The web client is not built: ${file} is missing.`);
  }
  const createPageHtml = await preparePageHtml(webFolder);
  await staticFileRoutes(app, context, webFolder, mapOrigins);
  const renderPage = startRenderingPages(app, rendererFile);

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets|calendar|map\/tiles)(\/|\?|$)/.test(request.url)) {
      return sendRefusal(request, reply, nothingFound);
    }
    const data = await readInitialData(context, request, reply);
    const nonce = randomBytes(16).toString('base64');
    const shouldRender = data !== null && !isLandingPage(request.url, data);
    const markup = shouldRender ? await renderPage(request, data, nonce) : null;
    const html = createPageHtml(request.url, data, markup);
    const compressed = await compressPage(request, data, html);
    reply
      .header('content-security-policy', pagePolicy(mapOrigins, markup === null ? null : nonce))
      .header('vary', 'accept-encoding')
      // A page with session data is never stored, not even for back navigation.
      .header('cache-control', data ? 'no-store' : 'no-cache')
      .type('text/html; charset=utf-8');
    if (isPrivatePage(request.url)) {
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    }
    if (compressed) reply.header('content-encoding', 'gzip');
    return reply.send(compressed ?? html);
  });
}

/**
 * Returns whether a page is opened by a link that gives rights to whoever has it. No search engine lists such a page, and
 * no site that it leads to learns its address.
 */
function isPrivatePage(url: string): boolean {
  return /^\/appointment-link(?:[/?]|$)/.test(url);
}
