import type { FirstData } from '@curbwrench/contract/first-data';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageRenderer } from './page-renderer.ts';

/**
 * Starts the thread that renders pages, for as long as `app` runs. What it answers renders a page for
 * whoever opens it; null where the browser has to.
 *
 * @param rendererFile the built thread; null where there is none
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
        read(app, request, path),
      );
      return markup ?? null;
    } catch (error) {
      request.log.error({ err: error }, 'A page could not be rendered.');
      return null;
    }
  };
}

/** What a page reads, as its own call would bring it to whoever opened it. */
async function read(app: FastifyInstance, { headers, ip }: FastifyRequest, path: string) {
  const { cookie = '', 'user-agent': userAgent = '' } = headers;
  const answer = await app.inject({
    method: 'GET',
    url: path,
    headers: { cookie, 'user-agent': userAgent, accept: 'application/json' },
    remoteAddress: ip,
  });
  const { 'content-type': type = '', link = '' } = answer.headers;
  return {
    status: answer.statusCode,
    headers: { 'content-type': String(type), link: String(link) },
    body: answer.body,
  };
}
