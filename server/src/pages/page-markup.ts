import type { FirstData } from '@curbwrench/contract/pages/first-data';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageRenderer } from './page-renderer.ts';

/**
 * Starts the thread that renders pages, for as long as `app` runs. Returns the function that
 * renders a page for the person who opens it; null if the browser has to.
 *
 * @param rendererFile the built thread; null if there is none
 */
export function startRenderingPages(app: FastifyInstance, rendererFile: string | null) {
  const renderer = rendererFile === null ? null : new PageRenderer(rendererFile);
  if (renderer) app.addHook('onClose', () => renderer.close());

  return async function renderPage(
    request: FastifyRequest,
    data: FirstData,
    nonce: string,
  ): Promise<string | null> {
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

/** Reads a page's data with the cookies of the person who opens it, through the same calls. */
async function readData(app: FastifyInstance, { headers, ip }: FastifyRequest, path: string) {
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
