import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree } from '@curbwrench/contract/places/distance';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { MapColors } from './map-colors.ts';

/** An area, a line or points over the base map, under the markers. */
export interface MapShape {
  readonly kind: 'area' | 'line' | 'points';
  /** The vertices of an area in order, the points of a line in order, or separate points. */
  readonly points: readonly Position[];
  /** Whether to highlight the shape, such as the area that is selected or edited. */
  readonly isHighlighted?: boolean;
}

const sourceName = 'shapes';

/** Draws the shapes on a map whose style is loaded, in place of the previous ones. */
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
      'fill-opacity': ['case', ['get', 'isHighlighted'], 0.25, 0.12],
    },
  });
  map.addLayer({
    id: 'shape-line',
    type: 'line',
    source: sourceName,
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colors.shape, 'line-width': ['case', ['get', 'isHighlighted'], 3, 2] },
  });
  map.addLayer({
    id: 'shape-point',
    type: 'circle',
    source: sourceName,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': colors.shape,
      'circle-radius': ['case', ['get', 'isHighlighted'], 8, 5],
      'circle-stroke-color': colors.land,
      'circle-stroke-width': 2,
    },
  });
}

function toFeature({ kind, points, isHighlighted = false }: MapShape) {
  const coordinates = points.map(({ lat, lng }) => [lng, lat]);
  return { type: 'Feature' as const, properties: { isHighlighted }, geometry: toGeometry() };

  function toGeometry() {
    switch (kind) {
      case 'area': {
        const ring = coordinates[0] ? [...coordinates, coordinates[0]] : coordinates;
        return { type: 'Polygon' as const, coordinates: [ring] };
      }
      case 'line':
        return { type: 'LineString' as const, coordinates };
      case 'points':
        return { type: 'MultiPoint' as const, coordinates };
    }
  }
}

/** Returns the vertices of a polygon that approximates a circle. */
export function circlePoints(center: Position, radiusMeters: number): Position[] {
  const degrees = radiusMeters / metersPerDegree;
  // The minimum prevents a division by almost zero near the poles.
  const lngScale = Math.max(0.01, Math.cos((center.lat * Math.PI) / 180));
  return Array.from({ length: 64 }, (_, index) => {
    const angle = (index / 64) * 2 * Math.PI;
    return {
      lat: center.lat + degrees * Math.sin(angle),
      lng: center.lng + (degrees / lngScale) * Math.cos(angle),
    };
  });
}
