import { z } from 'zod';

/** A point in degrees, in GeoJSON's order: longitude, latitude. */
const point = z.tuple([z.number(), z.number()]);

/** The kinds of features of a base map; each is drawn in its own way. */
export const mapLayers = [
  'water',
  'park',
  'county',
  'street',
  'avenue',
  'highway',
  'zip',
  'place',
] as const;
export type MapLayer = (typeof mapLayers)[number];

/** A GeoJSON feature of a base map. */
export const mapFeature = z.object({
  type: z.literal('Feature'),
  properties: z.object({
    layer: z.enum(mapLayers),
    /** Its label, or null if it has none. */
    name: z.string().nullable(),
    /** How early its label appears when zooming in; 1 appears first. */
    rank: z.number().int(),
  }),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: point }),
    z.object({ type: z.literal('LineString'), coordinates: z.array(point) }),
    z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(point)) }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(point)) }),
  ]),
});
export type MapFeature = z.infer<typeof mapFeature>;

/**
 * What is drawn under a map's markers: the schematic map of ZIP codes and cities, the demo's fictional town, the
 * tiles of the business's street file (PMTiles), or a style from another server.
 */
export const baseMap = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('schematic'),
    features: z.array(mapFeature),
    attribution: z.string(),
  }),
  z.object({
    kind: z.literal('demo'),
    features: z.array(mapFeature),
    attribution: z.string(),
  }),
  z.object({
    kind: z.literal('tiles'),
    /** The path of a tile, with `{z}`, `{x}` and `{y}`. */
    tilesPath: z.string(),
    format: z.enum(['vector', 'raster']),
    minZoom: z.number().int(),
    maxZoom: z.number().int(),
    /** West, south, east, north. */
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    attribution: z.string(),
  }),
  z.object({
    kind: z.literal('style'),
    styleUrl: z.string(),
    /** The style for the dark theme; null if it is the same. */
    darkStyleUrl: z.string().nullable(),
  }),
]);
export type BaseMap = z.infer<typeof baseMap>;
