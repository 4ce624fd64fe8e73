import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BaseMap, MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import type { StreetFile } from '../application/street-file-port.ts';
import { accepted } from '../application/rules/result.ts';
import { acceptsGzip } from '../http/accept-encoding.ts';
import { registerCall, Sent } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { loadPlaces } from '../places/queries.ts';
import { readCountyLines } from './queries.ts';
import { createSchematic } from './schematic-rules.ts';
import { tileRoutes, tilesPath } from './tile-routes.ts';

/** What maps can be drawn on; without any of it on ZIP codes, towns and counties. */
export interface MapParts {
  readonly streetFile: StreetFile | null;
  /** A style from another server, and the origins that pages with it connect to. */
  readonly style: {
    readonly url: string;
    readonly darkUrl: string | null;
    readonly origins: readonly string[];
  } | null;
  /** The demo's invented town. */
  readonly demoFeatures: readonly MapFeature[] | null;
}

/** A base map, ready to be sent. */
interface StoredReply {
  readonly text: string;
  readonly compressed: Buffer;
  readonly etag: string;
}

/**
 * Registers the call that returns what maps are drawn on, and the route of the street file's tiles. The call's
 * reply is the same for everyone, computed when first needed. A browser stores it, and asks each time whether it
 * is still current.
 */
export function mapRoutes(app: FastifyInstance, context: RouteContext, parts: MapParts): void {
  let stored: Promise<StoredReply> | null = null;

  registerCall(app, context, 'getBaseMap', async ({ raw, reply }) => {
    stored ??= createReply(chooseMap(parts, context.business.cityCentre));
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
  tileRoutes(app, parts.streetFile);
}

/** What is configured is shown; the demo's town otherwise. */
function chooseMap({ streetFile, style, demoFeatures }: MapParts, center: Position): BaseMap {
  if (streetFile) return tileMap(streetFile);
  if (style) return { kind: 'style', styleUrl: style.url, darkStyleUrl: style.darkUrl };
  if (demoFeatures) {
    return { kind: 'demo', features: [...demoFeatures], attribution: 'Demo map: an invented town' };
  }
  return {
    kind: 'schematic',
    features: [...createSchematic(loadPlaces().byZip, readCountyLines(), center)],
    attribution: 'ZIP code data © GeoNames, CC BY 4.0',
  };
}

function tileMap({
  contentName,
  format,
  minZoom,
  maxZoom,
  bounds,
  attribution,
}: StreetFile): BaseMap {
  const [west, south, east, north] = bounds;
  return {
    kind: 'tiles',
    tilesPath: tilesPath.replace(':contentName', contentName).replaceAll(/:(\w)/g, '{$1}'),
    format,
    minZoom,
    maxZoom,
    bounds: [west, south, east, north],
    attribution,
  };
}

async function createReply(map: BaseMap): Promise<StoredReply> {
  const text = JSON.stringify(map);
  const compressed = await promisify(gzip)(text, { level: 9 });
  const hash = createHash('sha256').update(text).digest('base64url');
  // Weak, since it is the same for the compressed and the plain form.
  return { text, compressed, etag: `W/"${hash}"` };
}
