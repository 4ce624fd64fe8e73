import type { Random } from './random.ts';
import { distance, type Line, type Point } from './town-geometry.ts';

/** A range of numbers or of indexes (both ends inclusive). */
export type Range = readonly [low: number, high: number];

/** The town extends this many meters east, west, north and south of its center. */
export const townRadius = 7000;

/**
 * The avenues' positions before bending: `x` in meters east of the center, `y` in meters north of it. The two at 0
 * cross at the center.
 */
export const avenueXs = [-6800, -5150, -3350, -1650, 0, 1500, 3250, 5000, 6700];
export const avenueYs = [-6600, -5050, -3400, -1800, 0, 1650, 3500, 5150, 6800];

/**
 * Bends the plan's straight grid: a point near the center stays in place, and one far from it moves by a few hundred
 * meters.
 */
export function bend([east, north]: Point): Point {
  const far = Math.max(0, Math.min(1, (Math.hypot(east, north) - 750) / 3000));
  const strength = far * far * (3 - 2 * far);
  return [
    east + strength * (270 * Math.sin(north / 2100 + 0.9) + 90 * Math.sin(north / 900)),
    north + strength * (230 * Math.sin(east / 2300 - 0.4) + 80 * Math.sin(east / 1000 + 2)),
  ];
}

/** Returns the bent line between two points of the straight grid. */
export function bentLine(a: Point, b: Point): Line {
  const steps = Math.max(1, Math.ceil(distance(a, b) / 80));
  return Array.from({ length: steps + 1 }, (_, step) =>
    bend([a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps]),
  );
}

/** How many blocks the grid has between two neighboring avenues, for each column and each row. */
export const blocksInColumn = [0, 0, 10, 11, 9, 8, 11, 0];
export const blocksInRow = [0, 0, 9, 8, 10, 8, 9, 0];

/** Returns the x positions of two streets of a grid column, given their numbers in the column. */
export function getStreetXs(column: number, [first, second]: Range): Range {
  return [
    getStreetPosition(avenueXs, blocksInColumn, column, first),
    getStreetPosition(avenueXs, blocksInColumn, column, second),
  ];
}

/** Returns the y positions of two streets of a grid row, given their numbers in the row. */
export function getStreetYs(row: number, [first, second]: Range): Range {
  return [
    getStreetPosition(avenueYs, blocksInRow, row, first),
    getStreetPosition(avenueYs, blocksInRow, row, second),
  ];
}

/** Returns the position of a street in meters, given its number between the two avenues that bound its cell. */
export function getStreetPosition(
  avenues: readonly number[],
  blocks: readonly number[],
  cell: number,
  street: number,
): number {
  const [low, high] = [avenues[cell] ?? 0, avenues[cell + 1] ?? 0];
  return low + ((high - low) * street) / (blocks[cell] ?? 1);
}

/** Returns whether a cell between the avenues has a dense grid of streets. */
export function isDense(column: number, row: number): boolean {
  const east = ((avenueXs[column] ?? 0) + (avenueXs[column + 1] ?? 0)) / 2;
  const north = ((avenueYs[row] ?? 0) + (avenueYs[row + 1] ?? 0)) / 2;
  return Math.hypot(east, north) < 3650 && blocksInColumn[column] !== 0 && blocksInRow[row] !== 0;
}

/**
 * Returns the position of the river's center line and half the river's width, this far north of the town's center. In
 * the south, the river widens into a harbor.
 */
function getRiverAt(north: number): { middle: number; halfWidth: number } {
  const toHarbor = Math.max(0, Math.min(1, (-north - 3900) / 1900));
  const harbor = toHarbor * toHarbor * (3 - 2 * toHarbor);
  return {
    middle:
      2330 + 430 * Math.sin(north / 1750 + 0.5) + 170 * Math.sin(north / 760 + 2) + 350 * harbor,
    halfWidth:
      105 +
      25 * Math.sin(north / 1300) +
      harbor * (760 + 130 * Math.sin(north / 310) + 0.12 * -north),
  };
}

/** Returns a line along one bank of the river, `outside` meters away from the water. */
export function bankLine(side: 1 | -1, outside: number, [south, north]: Range): Point[] {
  const steps = Math.ceil((north - south) / 70);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = south + ((north - south) * step) / steps;
    const { middle, halfWidth } = getRiverAt(at);
    return [middle + side * (halfWidth + outside), at];
  });
}

/** Returns whether a point is in the river or within `margin` meters of it. */
export function isNearRiver([east, north]: Point, margin: number): boolean {
  const { middle, halfWidth } = getRiverAt(north);
  return Math.abs(east - middle) < halfWidth + margin;
}

/** How many vertices a rounded shape has. `planRing` refers to them by index. */
const roundedShapeVertices = 52;

/** Returns the vertices of a rounded shape around a point; a greater `wobble` makes it more irregular. */
export function roundedShape(
  center: Point,
  [width, height]: Point,
  wobble: number,
  random: Random,
): Point[] {
  const [firstPhase, secondPhase] = [random.next() * 6, random.next() * 6];
  return Array.from({ length: roundedShapeVertices }, (_, index) => {
    const angle = (index / roundedShapeVertices) * 2 * Math.PI;
    const radius =
      1 + wobble * (Math.sin(2 * angle + firstPhase) + 0.6 * Math.sin(3 * angle + secondPhase));
    // Makes the shape slightly square, like the streets around a block.
    const square = 1 / (Math.abs(Math.cos(angle)) ** 3 + Math.abs(Math.sin(angle)) ** 3) ** (1 / 3);
    return [
      center[0] + width * radius * square * Math.cos(angle),
      center[1] + height * radius * square * Math.sin(angle),
    ];
  });
}

/** Returns a curve through the points (Catmull-Rom). */
export function smooth(points: readonly Point[]): Point[] {
  const at = (index: number): Point =>
    points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const curve = points.slice(1).flatMap((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    return Array.from({ length: 8 }, (__, step): Point => {
      const t = step / 8;
      const mix = (axis: 0 | 1): number =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
      return [mix(0), mix(1)];
    });
  });
  return [...curve, at(points.length - 1)];
}
