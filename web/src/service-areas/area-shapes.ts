import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerMile } from '@curbwrench/contract/places/distance';
import { getSignedArea } from '@curbwrench/contract/service-areas/ring';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { circlePoints, type MapShape } from '../maps/map-shapes.ts';

/** What an area looks like on a map. */
export interface AreaDrawing {
  readonly shapes: readonly MapShape[];
  /** Where its name stands: in the middle of its shape, on the edge of its circle, or amid its ZIP codes. */
  readonly label: Position | null;
}

type Shapes = Pick<ServiceArea, 'ring' | 'circle'>;

/** Returns the shapes of an area, and points for the ZIP codes whose centers are known. */
export function drawArea(
  area: Shapes & Pick<ServiceArea, 'zipCenters'>,
  isChosen: boolean,
): AreaDrawing {
  const points = area.zipCenters;
  const shapes = drawShapesOf(area).map((shape) => ({ ...shape, isChosen }));
  return {
    shapes: points.length > 0 ? [...shapes, { kind: 'points', points, isChosen }] : shapes,
    label: getLabelPoint(area, points),
  };
}

/** Returns the ring and the circle of an area as shapes. */
export function drawShapesOf({ ring, circle }: Shapes): MapShape[] {
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
    // An eastward ray from the point crosses the edge.
    const crossing = from.lng + ((lat - from.lat) / (to.lat - from.lat)) * (to.lng - from.lng);
    if (crossing > lng) inside = !inside;
  }
  return inside;
}

/** Returns the area whose ring is the smallest that contains a point, or else whose circle is; or null. */
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
    .flatMap((area) => drawShapesOf(pick(area)).map(({ points }) => ({ area, points })))
    .filter(({ points }) => isInside(points, position))
    .toSorted((a, b) => getSize(a.points) - getSize(b.points));
  return smallest?.area ?? null;
}

function getSize(points: readonly Position[]): number {
  return Math.abs(getSignedArea(points.map(({ lat, lng }) => [lng, lat])));
}

function getLabelPoint({ ring, circle }: Shapes, zips: readonly Position[]): Position | null {
  if (ring) return getMiddle(toPositions(ring));
  // On its northern edge: circles often have the same center.
  if (circle) return circlePoints(circle, circle.radiusMiles * metersPerMile)[16] ?? null;
  return zips.length > 0 ? getMean(zips) : null;
}

/** Returns the center of gravity of a shape. */
function getMiddle(points: readonly Position[]): Position {
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

/** Without the last corner, which repeats the first. */
function toPositions(ring: NonNullable<ServiceArea['ring']>): Position[] {
  return ring.slice(0, -1).map(([lng, lat]) => ({ lat, lng }));
}
