import type { Random } from './random.ts';
import { distance, type Line, type Point } from './town-geometry.ts';

export type Range = readonly [low: number, high: number];

/** The town lies within this many meters east, west, north and south of its center. */
export const townReach = 7000;

/** Where the avenues are before they are bent. The two at 0 are straight near the center and cross there. */
export const avenuesEast = [-6800, -5150, -3350, -1650, 0, 1500, 3250, 5000, 6700];
export const avenuesNorth = [-6600, -5050, -3400, -1800, 0, 1650, 3500, 5150, 6800];

/** Bends the plan's straight grid: nothing near the center, a few hundred meters far from it. */
export function bend([east, north]: Point): Point {
  const far = Math.max(0, Math.min(1, (Math.hypot(east, north) - 750) / 3000));
  const strength = far * far * (3 - 2 * far);
  return [
    east + strength * (270 * Math.sin(north / 2100 + 0.9) + 90 * Math.sin(north / 900)),
    north + strength * (230 * Math.sin(east / 2300 - 0.4) + 80 * Math.sin(east / 1000 + 2)),
  ];
}

/** Returns the bent line from one point of the grid to another. */
export function bentLine(a: Point, b: Point): Line {
  const steps = Math.max(1, Math.ceil(distance(a, b) / 80));
  return Array.from({ length: steps + 1 }, (_, step) =>
    bend([a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps]),
  );
}

/** How many blocks the grid has from one avenue to the next, in a column and in a row. */
export const blocksInColumn = [0, 0, 10, 11, 9, 8, 11, 0];
export const blocksInRow = [0, 0, 9, 8, 10, 8, 9, 0];

/** Returns where the streets with these numbers are, in a column of the grid. */
export function eastOf(column: number, [first, second]: Range): Range {
  return [
    divide(avenuesEast, blocksInColumn, column, first),
    divide(avenuesEast, blocksInColumn, column, second),
  ];
}

export function northOf(row: number, [first, second]: Range): Range {
  return [
    divide(avenuesNorth, blocksInRow, row, first),
    divide(avenuesNorth, blocksInRow, row, second),
  ];
}

export function divide(
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
  const east = ((avenuesEast[column] ?? 0) + (avenuesEast[column + 1] ?? 0)) / 2;
  const north = ((avenuesNorth[row] ?? 0) + (avenuesNorth[row + 1] ?? 0)) / 2;
  return Math.hypot(east, north) < 3650 && blocksInColumn[column] !== 0 && blocksInRow[row] !== 0;
}

/** The middle of the river at a distance north, and half its width; it widens to the harbor in the south. */
function riverAt(north: number): { middle: number; half: number } {
  const toHarbor = Math.max(0, Math.min(1, (-north - 3900) / 1900));
  const harbor = toHarbor * toHarbor * (3 - 2 * toHarbor);
  return {
    middle:
      2330 + 430 * Math.sin(north / 1750 + 0.5) + 170 * Math.sin(north / 760 + 2) + 350 * harbor,
    half:
      105 +
      25 * Math.sin(north / 1300) +
      harbor * (760 + 130 * Math.sin(north / 310) + 0.12 * -north),
  };
}

/** Returns a line along the river, this many meters outside a bank. */
export function bankLine(side: 1 | -1, outside: number, [south, north]: Range): Point[] {
  const steps = Math.ceil((north - south) / 70);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = south + ((north - south) * step) / steps;
    const { middle, half } = riverAt(at);
    return [middle + side * (half + outside), at];
  });
}

/** Returns whether a point lies in the river or within `margin` meters of it. */
export function isAtRiver([east, north]: Point, margin: number): boolean {
  const { middle, half } = riverAt(north);
  return Math.abs(east - middle) < half + margin;
}

const blobCorners = 52;

/** Returns a closed line around a point, as irregular as `wobble` says. */
export function blob(
  centre: Point,
  [width, height]: Point,
  wobble: number,
  random: Random,
): Point[] {
  const [one, two] = [random.next() * 6, random.next() * 6];
  return Array.from({ length: blobCorners }, (_, index) => {
    const angle = (index / blobCorners) * 2 * Math.PI;
    const radius = 1 + wobble * (Math.sin(2 * angle + one) + 0.6 * Math.sin(3 * angle + two));
    // A little square, as streets around a block are.
    const square = 1 / (Math.abs(Math.cos(angle)) ** 3 + Math.abs(Math.sin(angle)) ** 3) ** (1 / 3);
    return [
      centre[0] + width * radius * square * Math.cos(angle),
      centre[1] + height * radius * square * Math.sin(angle),
    ];
  });
}

/** Returns a curve through the points (Catmull and Rom). */
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
