import type { BaseMap, MapLayer } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { layers as streetLayers, namedFlavor, type Flavor } from '@protomaps/basemaps';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { ColorScheme } from './color-scheme.ts';
import type { MapColors } from './map-colors.ts';

/** The page's own typeface, so labels need no font server. */
const font = ['Inter Variable'];

const sourceName = 'base';

/** Returns the style of a base map in a color scheme: a style object, or a style's URL. */
export function buildMapStyle(
  baseMap: BaseMap,
  scheme: ColorScheme,
  colors: MapColors,
  center: Position,
): StyleSpecification | string {
  switch (baseMap.kind) {
    case 'style':
      return scheme === 'dark' ? (baseMap.darkStyleUrl ?? baseMap.styleUrl) : baseMap.styleUrl;
    case 'tiles':
      return buildTileStyle(baseMap, scheme, colors);
    case 'schematic':
    case 'demo': {
      const { features, attribution } = baseMap;
      return {
        version: 8,
        sources: {
          [sourceName]: {
            type: 'geojson',
            data: { type: 'FeatureCollection', features: [...features] },
            attribution,
          },
          grid: { type: 'geojson', data: buildGrid(center) },
        },
        layers: [
          backgroundLayer(colors),
          ...(baseMap.kind === 'schematic' ? [gridLayer(colors)] : []),
          ...featureLayers(colors),
        ],
      };
    }
  }
}

/** Returns a style with only the land's color, for a map whose own style could not be loaded. */
export function emptyStyle(colors: MapColors): StyleSpecification {
  return { version: 8, sources: {}, layers: [backgroundLayer(colors)] };
}

/** Returns the maximum zoom level; zooming in further on the schematic map would show no more details. */
export function getMaxZoom({ kind }: BaseMap): number {
  return kind === 'schematic' ? 12.5 : 18;
}

function backgroundLayer(colors: MapColors): LayerSpecification {
  return { id: 'land', type: 'background', paint: { 'background-color': colors.land } };
}

function buildTileStyle(
  { tilesPath, format, minZoom, maxZoom, bounds, attribution }: BaseMap & { kind: 'tiles' },
  scheme: ColorScheme,
  colors: MapColors,
): StyleSpecification {
  const tiles = {
    tiles: [location.origin + tilesPath],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds,
    attribution,
  };
  if (format === 'raster') {
    return {
      version: 8,
      sources: { [sourceName]: { type: 'raster', tileSize: 256, ...tiles } },
      layers: [backgroundLayer(colors), { id: 'tiles', type: 'raster', source: sourceName }],
    };
  }
  return {
    version: 8,
    sources: { [sourceName]: { type: 'vector', ...tiles } },
    layers: streetLayers(sourceName, streetColors(scheme, colors), { lang: 'en' }).map(withOwnFont),
  };
}

/** Returns the library's colors, overridden with ours for everything that our own maps also show. */
function streetColors(scheme: ColorScheme, colors: MapColors): Flavor {
  return {
    ...namedFlavor(scheme),
    background: colors.land,
    earth: colors.land,
    water: colors.water,
    park_a: colors.park,
    park_b: colors.park,
    minor_a: colors.street,
    minor_b: colors.street,
    minor_casing: colors.edge,
    major: colors.avenue,
    major_casing_early: colors.edge,
    major_casing_late: colors.edge,
    highway: colors.highway,
    highway_casing_early: colors.edge,
    highway_casing_late: colors.edge,
    roads_label_minor: colors.label,
    roads_label_minor_halo: colors.street,
    roads_label_major: colors.label,
    roads_label_major_halo: colors.street,
    subplace_label: colors.label,
    subplace_label_halo: colors.land,
    city_label: colors.place,
    city_label_halo: colors.land,
  };
}

/** Returns the layer with the page's typeface, and without icons, which would need a sprite. */
function withOwnFont(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  const { 'icon-image': _, ...layout } = layer.layout ?? {};
  return { ...layer, layout: { ...layout, 'text-font': font } };
}

/** Returns the layers of our own features, from bottom to top; labels later in the list have priority. */
function featureLayers(colors: MapColors): LayerSpecification[] {
  return [
    areaLayer('water', colors.water),
    areaLayer('park', colors.park),
    lineLayer('county', colors.edge, [6, 1, 12, 1.5], { 'line-dasharray': [4, 3] }),
    lineLayer('street', colors.edge, [11.5, 0.5, 14, 4, 17, 16], {
      id: 'street-edge',
      minzoom: 11.5,
    }),
    lineLayer('avenue', colors.edge, [9, 1.2, 14, 8, 17, 26], { id: 'avenue-edge' }),
    lineLayer('highway', colors.edge, [8, 2.5, 14, 11, 17, 34], { id: 'highway-edge' }),
    lineLayer('street', colors.street, [11.5, 0.3, 14, 3, 17, 14], { minzoom: 11.5 }),
    lineLayer('avenue', colors.avenue, [9, 0.8, 14, 6, 17, 23]),
    lineLayer('highway', colors.highway, [8, 1.5, 14, 8.5, 17, 30]),
    streetNameLayer('street', 13.5, colors),
    streetNameLayer('avenue', 12, colors),
    pointLayer('zip', 9.5, colors, { size: 11, color: colors.label }),
    // The least important first: if labels would overlap, the one from the later layer is drawn.
    pointLayer('place', 11, colors, { size: 12, rank: 3 }),
    pointLayer('place', 9, colors, { size: 13, rank: 2 }),
    pointLayer('place', 5, colors, { size: 15, rank: 1 }),
  ];
}

/** How far apart the schematic map's grid lines are, and how far the grid extends around the business. */
const gridMiles = 5;
const gridRadiusMiles = 100;
/** A degree of latitude is about 69 miles. */
const degreesPerMile = 1 / 69;

/** Returns grid lines around a point, which show the scale where the schematic map is empty. */
function buildGrid({ lat, lng }: Position) {
  const height = gridRadiusMiles * degreesPerMile;
  // The minimum keeps the grid from getting too wide near the poles.
  const width = height / Math.max(0.2, Math.cos((lat * Math.PI) / 180));
  const steps = gridRadiusMiles / gridMiles;
  const lines: [number, number][][] = [];
  for (let step = -steps; step <= steps; step += 1) {
    const x = lng + (step / steps) * width;
    const y = lat + (step / steps) * height;
    lines.push(
      [
        [x, lat - height],
        [x, lat + height],
      ],
      [
        [lng - width, y],
        [lng + width, y],
      ],
    );
  }
  return {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'MultiLineString' as const, coordinates: lines },
  };
}

function gridLayer(colors: MapColors): LayerSpecification {
  return { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colors.grid } };
}

function layerFilter(layer: MapLayer): ['==', ['get', 'layer'], MapLayer] {
  return ['==', ['get', 'layer'], layer];
}

function areaLayer(layer: MapLayer, color: string): LayerSpecification {
  return {
    id: layer,
    type: 'fill',
    source: sourceName,
    filter: ['all', layerFilter(layer), ['==', ['geometry-type'], 'Polygon']],
    paint: { 'fill-color': color },
  };
}

/** Returns a line layer. `widths` alternates zoom levels and the line widths, in pixels, at those levels. */
function lineLayer(
  layer: MapLayer,
  color: string,
  widths: readonly number[],
  {
    id = layer,
    minzoom = 0,
    ...paint
  }: { id?: string; minzoom?: number; 'line-dasharray'?: number[] } = {},
): LayerSpecification {
  return {
    id,
    type: 'line',
    source: sourceName,
    minzoom,
    filter: layerFilter(layer),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], ...widths],
      ...paint,
    },
  };
}

function streetNameLayer(layer: MapLayer, minzoom: number, colors: MapColors): LayerSpecification {
  return {
    id: `${layer}-name`,
    type: 'symbol',
    source: sourceName,
    minzoom,
    filter: layerFilter(layer),
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': 12,
    },
    paint: { 'text-color': colors.label, 'text-halo-color': colors.street, 'text-halo-width': 1.5 },
  };
}

function pointLayer(
  layer: MapLayer,
  minzoom: number,
  colors: MapColors,
  { size, color = colors.place, rank }: { size: number; color?: string; rank?: number },
): LayerSpecification {
  return {
    id: rank === undefined ? layer : `${layer}-${rank}`,
    type: 'symbol',
    source: sourceName,
    minzoom,
    filter:
      rank === undefined
        ? layerFilter(layer)
        : ['all', layerFilter(layer), ['==', ['get', 'rank'], rank]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': size,
      'text-padding': 6,
    },
    paint: { 'text-color': color, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
  };
}
