import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FirstData } from '@curbwrench/contract/first-data';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFirstData } from './first-data.ts';
import { isLandingPage, readPageHtml } from './page-html.ts';
import { PageRenderer } from './page-renderer.ts';
import { nothingThere, sendRefusal } from './refusals.ts';
import { pagePolicy, pagePolicyWith, workerPolicy } from './security-headers.ts';
import type { RouteContext } from './route-context.ts';
import { webManifest, webManifestPath } from './web-manifest.ts';

/** Where the built web client lies. */
export interface BuiltWebClient {
  readonly folder: string;
  /** The thread that renders its pages; without it browsers do. */
  readonly rendererFile: string | null;
}

/**
 * The web client: its files, and its one page for every address that is not a call, since the
 * client's router knows them. Hashed files are kept by browsers for good, the page never. A browser
 * that opens it gets it with what it begins with. What installs it is called by the business's name.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: RouteContext,
  { folder: webFolder, rendererFile }: BuiltWebClient,
): Promise<void> {
  for (const file of [join(webFolder, 'index.html'), rendererFile]) {
    if (file && !existsSync(file))
      throw new Error(`The web client is not built: ${file} is missing.`);
  }
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
  const renderer = rendererFile === null ? null : new PageRenderer(rendererFile);
  if (renderer) app.addHook('onClose', () => renderer.close());

  /** Null where the browser has to render it. */
  async function render(request: FastifyRequest, data: FirstData, nonce: string) {
    try {
      const markup = await renderer?.render(request.url, data, nonce, (path) =>
        read(request, path),
      );
      return markup ?? null;
    } catch (error) {
      request.log.error({ err: error }, 'A page could not be rendered.');
      return null;
    }
  }

  /** What a page reads, as its own call would bring it to whoever opened it. */
  async function read({ headers, ip }: FastifyRequest, path: string) {
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
    const nonce = randomBytes(16).toString('base64');
    const markup =
      data && !isLandingPage(request.url, data) ? await render(request, data, nonce) : null;
    if (markup !== null) reply.header('content-security-policy', pagePolicyWith(nonce));
    const html = pageHtml(request.url, data, markup);
    if (!acceptsGzip(request) || !mayCompress(request.url, data)) return reply.send(html);
    reply.header('content-encoding', 'gzip');
    return reply.send(await promisify(gzip)(html + (data?.session ? padding() : '')));
  });
}

/**
 * How small something personal becomes, next to a text that somebody else chose, tells those who can count
 * its bytes whether both are alike (BREACH). An address with a query is such a text.
 */
function mayCompress(url: string, data: FirstData | null): boolean {
  return !data?.session || !url.includes('?');
}

/** Hides by how little the sizes of two pages differ: a customer's words stand on the office's pages. */
function padding(): string {
  return `<!--${randomBytes(randomInt(256)).toString('base64')}-->`;
}

/** Whether the header names gzip, and not as the one that isn't wanted. */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
