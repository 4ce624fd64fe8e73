import type { InitialData } from '@curbwrench/contract/pages/initial-data';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageRenderer } from './page-renderer.ts';

/** The part of a request for a page that its rendering depends on. */
export type RenderRequest = Pick<FastifyRequest, 'url' | 'ip' | 'log'> & {
  readonly headers: Pick<FastifyRequest['headers'], 'cookie' | 'user-agent'>;
};

/** Renders a page for the person who opens it, or returns null if the browser must render it. Never throws. */
export type RenderPage = (
  request: RenderRequest,
  data: InitialData,
  nonce: string,
) => Promise<string | null>;

/**
 * Starts the thread that renders pages and stops it when `app` closes. Returns a function that renders a page.
 *
 * @param rendererFile the built script of the thread; null if there is none
 */
export function startRenderingPages(app: FastifyInstance, rendererFile: string | null): RenderPage {
  const renderer = rendererFile === null ? null : new PageRenderer(rendererFile);
  if (renderer) app.addHook('onClose', () => renderer.close());

  return async function renderPage(request, data, nonce) {
    try {
      const markup = await renderer?.render(request.url, data, nonce, (path) =>
        readData(app, request, path),
      );
      return markup ?? null;
    } catch (error) {
      request.log.error({ err: error }, 'A page could not be rendered.');
      return null;
    }
  };
}

/** Reads a page's data through the API, with the cookies of the person who opens the page. */
async function readData(app: FastifyInstance, { headers, ip }: RenderRequest, path: string) {
  const { cookie = '', 'user-agent': userAgent = '' } = headers;
  const response = await app.inject({
    method: 'GET',
    url: path,
    headers: { cookie, 'user-agent': userAgent, accept: 'application/json' },
    remoteAddress: ip,
  });
  const { 'content-type': type = '', link = '' } = response.headers;
  return {
    status: response.statusCode,
    headers: { 'content-type': String(type), link: String(link) },
    body: response.body,
  };
}
