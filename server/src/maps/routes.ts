import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BaseMap, MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { acceptsGzip } from '../http/accept-encoding.ts';
import { registerCall, Sent } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { loadPlaces } from '../places/queries.ts';
import { readCountyLines } from './queries.ts';
import { createSchematic } from './schematic-rules.ts';

/** A base map, ready to be sent. */
interface StoredReply {
  readonly text: string;
  readonly compressed: Buffer;
  readonly etag: string;
}

/**
 * Registers the call that returns what maps are drawn on. The reply is the same for everyone, computed when
 * first needed. A browser stores it, and asks each time whether it is still current.
 */
export function mapRoutes(
  app: FastifyInstance,
  context: RouteContext,
  demoFeatures: readonly MapFeature[] | null,
): void {
  let stored: Promise<StoredReply> | null = null;

  registerCall(app, context, 'getBaseMap', async ({ raw, reply }) => {
    stored ??= createReply(
      demoFeatures ? demoMap(demoFeatures) : schematicMap(context.business.cityCentre),
    );
    const { text, compressed, etag } = await stored;
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', etag)
      .header('vary', 'accept-encoding');
    if (raw.headers['if-none-match'] === etag) reply.code(304).send();
    else {
      reply.type('application/json; charset=utf-8');
      if (acceptsGzip(raw.headers['accept-encoding'])) {
        reply.header('content-encoding', 'gzip').send(compressed);
      } else reply.send(text);
    }
    return accepted(Sent);
  });
}

function demoMap(features: readonly MapFeature[]): BaseMap {
  return { kind: 'demo', features: [...features], attribution: 'Demo map: an invented town' };
}

function schematicMap(center: Position): BaseMap {
  const features = createSchematic(loadPlaces().byZip, readCountyLines(), center);
  return {
    kind: 'schematic',
    features: [...features],
    attribution: 'ZIP code data © GeoNames, CC BY 4.0',
  };
}

async function createReply(map: BaseMap): Promise<StoredReply> {
  const text = JSON.stringify(map);
  const compressed = await promisify(gzip)(text, { level: 9 });
  const hash = createHash('sha256').update(text).digest('base64url');
  // Weak, since it is the same for the compressed and the plain form.
  return { text, compressed, etag: `W/"${hash}"` };
}
