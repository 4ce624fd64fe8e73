import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readInitialData } from './initial-data.ts';
import { compressPage } from './page-compression.ts';
import { createPageHead } from './page-head.ts';
import { preparePageHtml } from './page-html.ts';
import { startRenderingPages } from './page-markup.ts';
import { PublicPageCache, type PublicPage } from './public-pages.ts';
import { isListedPath } from './public-paths.ts';
import { searchEngineFiles } from './search-engine-files.ts';
import { nothingFound, sendRefusal } from '../http/refusals.ts';
import { getPageSecurityPolicy } from '../http/security-headers.ts';
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
  searchEngineFiles(app, context);
  const renderPage = startRenderingPages(app, rendererFile);
  const publicPages = new PublicPageCache(context, renderPage);

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets|calendar|map\/tiles)(\/|\?|$)/.test(request.url)) {
      return sendRefusal(request, reply, nothingFound);
    }
    const nonce = randomBytes(16).toString('base64');
    const { data, content, markup } = await readPage(request, reply, nonce);
    const [path = ''] = request.url.split('?');
    const head =
      data && isListedPath(path)
        ? createPageHead(path, data.business, content, context.publicUrl)
        : null;
    const html = createPageHtml({ url: request.url, data, markup, head });
    const compressed = await compressPage(request, data, html);
    reply
      .header(
        'content-security-policy',
        getPageSecurityPolicy(mapOrigins, markup === null ? null : nonce),
      )
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

  /** Reads a page's initial data and renders the page, or takes the page from the cache. */
  async function readPage(
    request: FastifyRequest,
    reply: FastifyReply,
    nonce: string,
  ): Promise<PageResult> {
    const data = await readInitialData(context, request, reply);
    if (data === null) return { data, content: null, markup: null };
    if (data.session === null) {
      try {
        const page = await publicPages.get(request, data, nonce);
        if (page) return page;
      } catch (error) {
        request.log.warn({ err: error }, 'A page for visitors was sent without its content.');
        return { data, content: null, markup: null };
      }
    }
    return { data, content: null, markup: await renderPage(request, data, nonce) };
  }
}

/** A page to send; the parts that are missing are read or rendered by the browser. */
interface PageResult {
  readonly data: InitialData | null;
  readonly content: PublicPage['content'] | null;
  readonly markup: string | null;
}

/**
 * Returns whether a page is opened by a link that gives rights to anyone who has it. Search engines must not list such
 * a page, and sites to which the page links must not learn its URL.
 */
function isPrivatePage(url: string): boolean {
  return /^\/appointment-link(?:[/?]|$)/.test(url);
}
