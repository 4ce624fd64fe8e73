import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFirstData } from './first-data.ts';
import { readPageHtml } from './page-html.ts';
import { nothingThere, sendRefusal } from './refusals.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';
import type { RouteContext } from './route-context.ts';
import { webManifest, webManifestPath } from './web-manifest.ts';

/**
 * The web client: its files, and its one page for every address that is not a call, since the
 * client's router knows them. Hashed files are kept by browsers for good, the page never. A browser
 * that opens it gets it with what it begins with. What installs it is called by the business's name.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: RouteContext,
  webFolder: string,
): Promise<void> {
  const pageFile = join(webFolder, 'index.html');
  if (!existsSync(pageFile))
    throw new Error(`The web client is not built: ${pageFile} is missing.`);
  const pageHtml = await readPageHtml(webFolder);
  const manifest = webManifest(context.business.name);
  const workerFile = join(webFolder, 'offline-worker.js');

  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes(`${join(webFolder, 'assets')}`);
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.startsWith(workerFile)) response.header('content-security-policy', workerPolicy);
    },
  });
  app.get(webManifestPath, (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(manifest),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)(\/|\?|$)/.test(request.url)) {
      return sendRefusal(request, reply, nothingThere);
    }
    reply
      .header('content-security-policy', pagePolicy)
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    const data = await readFirstData(context, request, reply);
    // What says who is signed in is kept by nobody, not even for the way back.
    reply.header('cache-control', data ? 'no-store' : 'no-cache');
    const html = pageHtml(request.url, data);
    // How small something personal becomes would tell of it whoever can count the bytes.
    if (data?.session || !acceptsGzip(request)) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(html));
  });
}

/** Whether the header names gzip, and not as the one that isn't wanted. */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
