import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { getWorkerSecurityPolicy } from '../http/security-headers.ts';
import type { RouteContext } from '../http/route-context.ts';
import { webManifest, webManifestPath } from './web-manifest.ts';

/**
 * Serves the files of the web client. Files with a hash in their name may be cached permanently. The manifest for
 * installing the client contains the business's name.
 */
export async function staticFileRoutes(
  app: FastifyInstance,
  context: RouteContext,
  webFolder: string,
  mapOrigins: readonly string[],
): Promise<void> {
  const workerFile = join(webFolder, 'offline-worker.js');
  const mapWorkerFile = join(webFolder, 'assets', 'maplibre-gl-worker');

  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = path.includes(join(webFolder, 'assets'));
      const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.header('cache-control', caching);
      // These workers need their own content security policy: the policy of other files would block all their requests.
      const isMapWorker = path.startsWith(mapWorkerFile);
      if (isMapWorker || path.startsWith(workerFile)) {
        const policy = getWorkerSecurityPolicy(isMapWorker ? mapOrigins : []);
        response.header('content-security-policy', policy);
      }
    },
  });
  app.get(webManifestPath, (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(webManifest(context.business.name)),
  );
}
