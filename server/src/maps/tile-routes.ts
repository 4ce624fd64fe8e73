import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { StreetFile } from '../application/street-file-port.ts';
import { acceptsGzip } from '../http/accept-encoding.ts';
import { sendRefusal } from '../http/refusals.ts';
import { maxUnpackedBytes } from './street-file-rules.ts';

/** The path of a tile. It includes a hash of the file's content, so the tile at a path never changes. */
export const tilesPath = '/map/tiles/:contentName/:z/:x/:y';

/** The highest zoom level that can be requested. */
const maxZoom = 24;

/** Zoom level, column and row of a tile. */
type TileCoordinates = readonly [number, number, number];

/**
 * Registers the route for the street file's tiles, which anyone may load. The route is not an endpoint of the API
 * contract, because it returns an image or a vector tile. If the file is damaged, only the first failure is logged.
 */
export function tileRoutes(app: FastifyInstance, streetFile: StreetFile | null): void {
  let isDamageLogged = false;

  app.get<{ Params: { contentName: string; z: string; x: string; y: string } }>(
    tilesPath,
    { config: { access: 'public' } },
    async (request, reply) => {
      const { contentName, z, x, y } = request.params;
      const coordinates = parseTileCoordinates(z, x, y);
      if (!streetFile || contentName !== streetFile.contentName || !coordinates) {
        return sendRefusal(request, reply, {
          code: 'not_found',
          message: 'Map tile not found.',
        });
      }
      const isCompressed =
        streetFile.isCompressed && acceptsGzip(request.headers['accept-encoding']);
      let tile: Uint8Array | null;
      try {
        tile = await readTile(streetFile, coordinates, isCompressed);
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown';
        if (!isDamageLogged) app.log.warn({ reason }, 'A tile in MAP_FILE could not be read.');
        isDamageLogged = true;
        return sendRefusal(request, reply, {
          code: 'unavailable',
          message: 'The map is temporarily unavailable.',
        });
      }
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      if (!tile) return reply.code(204).send();
      if (streetFile.isCompressed) reply.header('vary', 'accept-encoding');
      if (isCompressed) reply.header('content-encoding', 'gzip');
      return reply.type(streetFile.contentType).send(tile);
    },
  );
}

/** Returns a tile, compressed if `isCompressed`, or null if there is none. */
async function readTile(
  streetFile: StreetFile,
  coordinates: TileCoordinates,
  isCompressed: boolean,
): Promise<Uint8Array | null> {
  const storedTile = await streetFile.readTile(...coordinates);
  if (!storedTile || isCompressed || !streetFile.isCompressed) return storedTile;
  return await promisify(gunzip)(storedTile, { maxOutputLength: maxUnpackedBytes });
}

/** Returns the coordinates of a tile, or null if they are invalid. */
function parseTileCoordinates(z: string, x: string, y: string): TileCoordinates | null {
  if (![z, x, y].every((text) => /^(0|[1-9]\d{0,7})$/.test(text))) return null;
  const [zoom, column, row] = [Number(z), Number(x), Number(y)];
  return zoom <= maxZoom && Math.max(column, row) < 2 ** zoom ? [zoom, column, row] : null;
}
