import type { Position } from '@curbwrench/contract/people/schemas';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { MapColors } from './map-colors.ts';

/** An area or a line over the base map, under the markers. */
export interface MapShape {
  readonly kind: 'area' | 'line';
  /** The corners of an area in order, or the points of a line. */
  readonly points: readonly Position[];
  /** Whether it stands out: the area that is edited or chosen. */
  readonly isChosen?: boolean;
}

const sourceName = 'shapes';

/** Draws the shapes on a map whose style is loaded, in place of those drawn before. */
export function drawShapes(map: MapLibreMap, shapes: readonly MapShape[], colors: MapColors): void {
  const data = { type: 'FeatureCollection' as const, features: shapes.map(toFeature) };
  const source = map.getSource<GeoJSONSource>(sourceName);
  if (source) {
    void source.setData(data);
    return;
  }
  map.addSource(sourceName, { type: 'geojson', data });
  map.addLayer({
    id: 'shape-fill',
    type: 'fill',
    source: sourceName,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: {
      'fill-color': colors.shape,
      'fill-opacity': ['case', ['get', 'isChosen'], 0.25, 0.12],
    },
  });
  map.addLayer({
    id: 'shape-line',
    type: 'line',
    source: sourceName,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colors.shape, 'line-width': ['case', ['get', 'isChosen'], 3, 2] },
  });
}

function toFeature({ kind, points, isChosen = false }: MapShape) {
  const coordinates = points.map(({ lat, lng }) => [lng, lat]);
  const closed = coordinates[0] ? [...coordinates, coordinates[0]] : coordinates;
  return {
    type: 'Feature' as const,
    properties: { isChosen },
    geometry:
      kind === 'area'
        ? { type: 'Polygon' as const, coordinates: [closed] }
        : { type: 'LineString' as const, coordinates },
  };
}

/** The corners of a circle, close enough together to look round. */
export function circlePoints(center: Position, radiusMeters: number): Position[] {
  const degrees = radiusMeters / 111_195;
  const width = Math.max(0.01, Math.cos((center.lat * Math.PI) / 180));
  return Array.from({ length: 64 }, (_, index) => {
    const angle = (index / 64) * 2 * Math.PI;
    return {
      lat: center.lat + degrees * Math.sin(angle),
      lng: center.lng + (degrees / width) * Math.cos(angle),
    };
  });
}
