import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BaseMap, MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import type { StreetFile } from '../application/street-file-port.ts';
import { accepted } from '../application/rules/result.ts';
import { acceptsGzip } from '../http/accept-encoding.ts';
import { registerEndpoint, Sent } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { loadZipTable } from '../places/queries.ts';
import { readCountyLines } from './queries.ts';
import { createSchematic } from './schematic-rules.ts';
import { tileRoutes, tilesPath } from './tile-routes.ts';

/** The possible sources of the base map. If there are none, maps show ZIP codes, cities and counties. */
export interface MapSources {
  readonly streetFile: StreetFile | null;
  /** A map style on another server, and the origins that it loads data from: pages with a map may connect to them. */
  readonly style: {
    readonly url: string;
    readonly darkUrl: string | null;
    readonly origins: readonly string[];
  } | null;
  /** The demo's fictional town. */
  readonly demoFeatures: readonly MapFeature[] | null;
}

/** A base map as JSON, ready to be sent. */
interface EncodedMap {
  readonly text: string;
  readonly compressed: Buffer;
  readonly etag: string;
}

/**
 * Registers the route that returns the base map, and the route for the street file's tiles. The base map is the
 * same for everyone and is created when first needed. Browsers store it and revalidate it each time.
 */
export function mapRoutes(app: FastifyInstance, context: RouteContext, sources: MapSources): void {
  let encodedMap: Promise<EncodedMap> | null = null;

  registerEndpoint(app, context, 'getBaseMap', async ({ raw, reply }) => {
    encodedMap ??= encodeMap(chooseMap(sources, context.business.cityCenter));
    const { text, compressed, etag } = await encodedMap;
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
  tileRoutes(app, sources.streetFile);
}

/** Chooses the configured map or, if none is configured, the demo's town or the schematic map. */
function chooseMap({ streetFile, style, demoFeatures }: MapSources, center: Position): BaseMap {
  if (streetFile) return tileMap(streetFile);
  if (style) return { kind: 'style', styleUrl: style.url, darkStyleUrl: style.darkUrl };
  if (demoFeatures) {
    return { kind: 'demo', features: [...demoFeatures], attribution: 'Demo map: a fictional town' };
  }
  return {
    kind: 'schematic',
    features: [...createSchematic(loadZipTable().byZip, readCountyLines(), center)],
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

async function encodeMap(map: BaseMap): Promise<EncodedMap> {
  const text = JSON.stringify(map);
  const compressed = await promisify(gzip)(text, { level: 9 });
  const hash = createHash('sha256').update(text).digest('base64url');
  // A weak ETag, since it is the same for the compressed and the uncompressed form.
  return { text, compressed, etag: `W/"${hash}"` };
}
