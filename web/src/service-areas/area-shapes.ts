import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerMile } from '@curbwrench/contract/places/distance';
import { getDoubledSignedArea } from '@curbwrench/contract/service-areas/ring';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { circlePoints, type MapShape } from '../maps/map-shapes.ts';

/** The drawing of an area on a map. */
export interface AreaDrawing {
  readonly shapes: readonly MapShape[];
  /**
   * Where to write the area's name: in the middle of its ring, on the edge of its circle, or among its ZIP
   * codes.
   */
  readonly label: Position | null;
}

type Shapes = Pick<ServiceArea, 'ring' | 'circle'>;

/** Returns the shapes that an area consists of, and points for the ZIP codes whose centers are known. */
export function drawArea(
  area: Shapes & Pick<ServiceArea, 'zipCenters'>,
  isHighlighted: boolean,
): AreaDrawing {
  const points = area.zipCenters;
  const shapes = getAreaShapes(area).map((shape) => ({ ...shape, isHighlighted }));
  return {
    shapes: points.length > 0 ? [...shapes, { kind: 'points', points, isHighlighted }] : shapes,
    label: getLabelPoint(area, points),
  };
}

/** Returns the ring and the circle of an area as shapes. */
export function getAreaShapes({ ring, circle }: Shapes): MapShape[] {
  return [
    ...(circle
      ? [
          {
            kind: 'area' as const,
            points: circlePoints(circle, circle.radiusMiles * metersPerMile),
          },
        ]
      : []),
    ...(ring ? [{ kind: 'area' as const, points: toPositions(ring) }] : []),
  ];
}

/** Returns whether a point is inside a shape. */
export function isInside(points: readonly Position[], { lat, lng }: Position): boolean {
  let inside = false;
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length];
    if (!to || from.lat > lat === to.lat > lat) continue;
    // Counts the edges that an eastward ray from the point crosses.
    const crossing = from.lng + ((lat - from.lat) / (to.lat - from.lat)) * (to.lng - from.lng);
    if (crossing > lng) inside = !inside;
  }
  return inside;
}

/**
 * Returns the area with the smallest ring around a point, or else the one with the smallest circle around it; null if
 * there is none.
 */
export function findAreaAt<Area extends Shapes>(
  areas: readonly Area[],
  position: Position,
): Area | null {
  return (
    findSmallest(areas, position, ({ ring }) => ({ ring, circle: null })) ??
    findSmallest(areas, position, ({ circle }) => ({ ring: null, circle }))
  );
}

function findSmallest<Area extends Shapes>(
  areas: readonly Area[],
  position: Position,
  pick: (area: Area) => Shapes,
): Area | null {
  const [smallest] = areas
    .flatMap((area) => getAreaShapes(pick(area)).map(({ points }) => ({ area, points })))
    .filter(({ points }) => isInside(points, position))
    .toSorted((a, b) => getSize(a.points) - getSize(b.points));
  return smallest?.area ?? null;
}

function getSize(points: readonly Position[]): number {
  return Math.abs(getDoubledSignedArea(points.map(({ lat, lng }) => [lng, lat])));
}

function getLabelPoint({ ring, circle }: Shapes, zips: readonly Position[]): Position | null {
  if (ring) return getCentroid(toPositions(ring));
  if (circle) {
    const points = circlePoints(circle, circle.radiusMiles * metersPerMile);
    // The northernmost point, a quarter of the way around from the east, since circles often share a center.
    return points[points.length / 4] ?? null;
  }
  return zips.length > 0 ? getMean(zips) : null;
}

/** Returns the centroid of a shape. */
function getCentroid(points: readonly Position[]): Position {
  const mean = getMean(points);
  let [weight, lat, lng] = [0, 0, 0];
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length] ?? from;
    // The triangle between the edge and the mean.
    const size =
      (from.lng - mean.lng) * (to.lat - mean.lat) - (to.lng - mean.lng) * (from.lat - mean.lat);
    weight += size;
    lat += (size * (from.lat + to.lat + mean.lat)) / 3;
    lng += (size * (from.lng + to.lng + mean.lng)) / 3;
  }
  return weight === 0 ? mean : { lat: lat / weight, lng: lng / weight };
}

function getMean(points: readonly Position[]): Position {
  const sum = (read: (point: Position) => number) =>
    points.reduce((total, point) => total + read(point), 0);
  return {
    lat: sum(({ lat }) => lat) / points.length,
    lng: sum(({ lng }) => lng) / points.length,
  };
}

/** Returns the vertices as positions, without the last, which repeats the first. */
function toPositions(ring: NonNullable<ServiceArea['ring']>): Position[] {
  return ring.slice(0, -1).map(([lng, lat]) => ({ lat, lng }));
}
