import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './refusals.ts';

/**
 * The web client: its files, and its one page for every address that is not a call, since the
 * client's router knows them. Hashed files are kept by browsers for good, the page never.
 */
export async function pageRoutes(app: FastifyInstance, webFolder: string): Promise<void> {
  const pageFile = join(webFolder, 'index.html');
  if (!existsSync(pageFile))
    throw new Error(`The web client is not built: ${pageFile} is missing.`);
  const page = await readFile(pageFile, 'utf8');

  // Only what a browser shows as a page needs these; calls answer data.
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Set where TLS ends: this process speaks plain HTTP.
    strictTransportSecurity: false,
  });
  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes(`${join(webFolder, 'assets')}`);
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.header('x-content-type-options', 'nosniff');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)(\/|\?|$)/.test(request.url)) {
      return sendRefusal(request, reply, {
        code: 'not_found',
        message: 'There is nothing at this address.',
      });
    }
    reply.helmet();
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
