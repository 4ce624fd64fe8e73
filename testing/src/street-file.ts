import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Position } from '@curbwrench/contract/people/schemas';
import * as geojsonVt from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

/** The properties of a street file that a test may change. */
export interface StreetFileOptions {
  /** The bounds in the header (west, south, east, north), if they differ from those of the streets. */
  readonly bounds?: readonly [number, number, number, number];
  readonly attribution?: string;
  /** Whether its tiles are compressed; they are by default. */
  readonly isCompressed?: boolean;
}

const minZoom = 8;
const maxZoom = 14;

/** The number of streets on each side of the center, and the degrees between neighboring streets. */
const streetCount = 10;
const streetSpacing = 0.004;
const reach = streetCount * streetSpacing;

/** The layers of a Protomaps file that the map style expects. */
type LayerName = 'earth' | 'water' | 'roads' | 'places';

type Point = readonly [number, number];

interface Feature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** The part of the tile-cutting library that is used here. The library's own types do not resolve. */
interface TileCutter {
  getTile(z: number, x: number, y: number): object | null;
}
const { GeoJSONVT } = geojsonVt as unknown as {
  readonly GeoJSONVT: new (
    data: { readonly type: 'FeatureCollection'; readonly features: readonly Feature[] },
    options: { readonly maxZoom: number; readonly indexMaxZoom: number },
  ) => TileCutter;
};

/**
 * Writes a valid PMTiles file (version 3) of a fictional town: a grid of streets around a point, with two highways that
 * cross there, some major roads, and a lake in the northeast. The tiles cover about 4 km in each direction.
 */
export async function writeStreetFile(
  path: string,
  center: Position,
  options: StreetFileOptions = {},
): Promise<void> {
  await writeFile(path, makeStreetFile(center, options));
}

/** Returns the bytes of a street file. */
function makeStreetFile(center: Position, options: StreetFileOptions): Buffer {
  const { isCompressed = true } = options;
  const bounds = options.bounds ?? squareAround(center);
  const tiles = makeTiles(center).map(({ id, bytes }) => ({
    id,
    bytes: isCompressed ? gzipSync(bytes) : Buffer.from(bytes),
  }));
  const directory = gzipSync(makeDirectory(tiles));
  const metadata = gzipSync(
    JSON.stringify({
      name: 'Invented streets',
      attribution: options.attribution ?? '<a href="https://example.com">Invented streets</a>',
      vector_layers: ['earth', 'water', 'roads', 'places'].map((id) => ({ id, fields: {} })),
    }),
  );
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = makeHeader({
    sections: [directory.length, metadata.length, 0, data.length],
    tileCount: tiles.length,
    tileCompression: isCompressed ? Compression.Gzip : Compression.None,
    bounds,
    center,
  });
  return Buffer.concat([header, directory, metadata, data]);
}

function squareAround({ lat, lng }: Position): readonly [number, number, number, number] {
  return [lng - reach, lat - reach, lng + reach, lat + reach];
}

interface Tile {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** Returns all tiles of the town in the order of their ids. */
function makeTiles(center: Position): readonly Tile[] {
  const layers = Object.entries(makeLayers(center)).map(([name, features]) => ({
    name,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features },
      { maxZoom, indexMaxZoom: maxZoom },
    ),
  }));
  const [west, south, east, north] = squareAround(center);
  const tiles: Tile[] = [];
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const [left, top] = toTile(west, north, z);
    const [right, bottom] = toTile(east, south, z);
    for (let x = left; x <= right; x += 1) {
      for (let y = top; y <= bottom; y += 1) {
        const content: Record<string, object> = {};
        for (const { name, index } of layers) {
          const layer = index.getTile(z, x, y);
          if (layer) content[name] = layer;
        }
        const bytes = fromGeojsonVt(content, { version: 2, extent: 4096 });
        tiles.push({ id: zxyToTileId(z, x, y), bytes });
      }
    }
  }
  return tiles.toSorted((a, b) => a.id - b.id);
}

/** Returns the column and row of the tile that contains a point. */
function toTile(lng: number, lat: number, z: number): readonly [number, number] {
  const radians = (lat * Math.PI) / 180;
  const row = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(row * 2 ** z)];
}

function makeLayers(center: Position): Record<LayerName, readonly Feature[]> {
  const [west, south, east, north] = squareAround(center);
  const roads = Array.from({ length: 2 * streetCount + 1 }, (_, index) => {
    const offset = (index - streetCount) * streetSpacing;
    const kind = index === streetCount ? 'highway' : index % 5 === 0 ? 'major_road' : 'minor_road';
    return [
      line(kind, `${index + 1} Street`, [west, center.lat + offset], [east, center.lat + offset]),
      line(kind, `${index + 1} Avenue`, [center.lng + offset, south], [center.lng + offset, north]),
    ];
  });
  return {
    earth: [area('earth', west, south, east, north)],
    water: [area('lake', center.lng + reach / 2, center.lat + reach / 2, east, north)],
    roads: roads.flat(),
    places: [
      {
        type: 'Feature',
        properties: {
          kind: 'locality',
          kind_detail: 'city',
          name: 'Testville',
          min_zoom: 6,
          population_rank: 9,
        },
        geometry: { type: 'Point', coordinates: [center.lng, center.lat] },
      },
    ],
  };
}

function line(kind: string, name: string, from: Point, to: Point): Feature {
  return {
    type: 'Feature',
    properties: { kind, name, min_zoom: 6, sort_rank: 1 },
    geometry: { type: 'LineString', coordinates: [[...from], [...to]] },
  };
}

function area(kind: string, west: number, south: number, east: number, north: number): Feature {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    type: 'Feature',
    properties: { kind, sort_rank: 1 },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

/** Returns a directory of consecutive tiles (PMTiles 3, section 4.2). */
function makeDirectory(tiles: readonly Tile[]): Buffer {
  const ids = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0));
  const runLengths = tiles.map(() => 1);
  const lengths = tiles.map(({ bytes }) => bytes.length);
  // Offsets are stored plus one; 0 means directly after the previous tile.
  const offsets = tiles.map((_, index) => (index === 0 ? 1 : 0));
  const numbers = [tiles.length, ...ids, ...runLengths, ...lengths, ...offsets];
  return Buffer.from(numbers.flatMap(toVarint));
}

/** Returns a number as bytes of seven bits each, lowest first. */
function toVarint(number: number): readonly number[] {
  return number < 128 ? [number] : [128 + (number % 128), ...toVarint(Math.floor(number / 128))];
}

const headerBytes = 127;

/** Returns the file's header; its byte positions come from the PMTiles 3 specification. */
function makeHeader(parts: {
  /** The lengths of the directory, the metadata, the leaf directories and the tiles, in file order. */
  readonly sections: readonly number[];
  readonly tileCount: number;
  readonly tileCompression: Compression;
  readonly bounds: readonly number[];
  readonly center: Position;
}): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let offset = headerBytes;
  for (const [index, length] of parts.sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index);
    offset += length;
  }
  // The counts of addressed tiles, entries and contents are equal, since no two tiles are the same.
  for (const position of [72, 80, 88]) {
    header.writeBigUInt64LE(BigInt(parts.tileCount), position);
  }
  const { tileCompression } = parts;
  header.set([1, Compression.Gzip, tileCompression, TileType.Mvt, minZoom, maxZoom], 96);
  const { lat, lng } = parts.center;
  for (const [index, degrees] of parts.bounds.entries()) {
    header.writeInt32LE(Math.round(degrees * 10_000_000), 102 + 4 * index);
  }
  // The initial zoom, followed by the center.
  header[118] = 12;
  header.writeInt32LE(Math.round(lng * 10_000_000), 119);
  header.writeInt32LE(Math.round(lat * 10_000_000), 123);
  return header;
}
