import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree } from '@curbwrench/contract/places/distance';
import { getDoubledSignedArea, type Vertex } from '@curbwrench/contract/service-areas/ring';
import { kinks } from '@turf/kinks';

/** A closed ring of vertices, as the contract's `readRing` accepts it. */
export type Ring = readonly Readonly<Vertex>[];

/** Returns an error message if edges of the ring cross or touch each other, or null. */
export function findCrossingProblem(ring: Ring): string | null {
  const coordinates = [ring.map(([lng, lat]) => [lng, lat])];
  const [crossing] = kinks({ type: 'Polygon', coordinates }).features;
  if (!crossing) return null;
  const [lng = 0, lat = 0] = crossing.geometry.coordinates;
  return `The edges cross or touch each other near ${lat.toFixed(4)}, ${lng.toFixed(4)}. Please enter the points in order around the area`;
}

/** Returns the ring in counterclockwise order, as GeoJSON requires. */
export function toCounterclockwise(ring: Vertex[]): Vertex[] {
  return getDoubledSignedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** Returns the size of the area inside the ring, in square meters. */
export function getRingSize(ring: Ring): number {
  const averageLat = ring.reduce((sum, [, lat]) => sum + lat, 0) / ring.length;
  const area = Math.abs(getDoubledSignedArea(ring)) / 2;
  return area * metersPerDegree ** 2 * Math.cos((averageLat * Math.PI) / 180);
}

/**
 * Returns the distance from the point to the nearest edge, in meters: positive outside the ring, negative inside.
 * Measured on a plane around the point, which is precise enough for the margins near an edge.
 */
export function getMetersOutsideRing(ring: Ring, point: Position): number {
  const lngScale = metersPerDegree * Math.cos((point.lat * Math.PI) / 180);
  const vertices = ring.map(([lng, lat]) => ({
    x: (lng - point.lng) * lngScale,
    y: (lat - point.lat) * metersPerDegree,
  }));
  let isInside = false;
  let nearest = Infinity;
  for (const [index, from] of vertices.entries()) {
    const to = vertices[index + 1];
    if (!to) break;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    // How far along the edge, as a fraction, its nearest point is.
    const fraction = Math.min(
      1,
      Math.max(0, -(from.x * dx + from.y * dy) / (dx * dx + dy * dy || 1)),
    );
    nearest = Math.min(nearest, Math.hypot(from.x + fraction * dx, from.y + fraction * dy));
    // Toggles each time a ray eastward from the point crosses an edge.
    if (from.y > 0 !== to.y > 0 && from.x - (from.y * dx) / dy > 0) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}
