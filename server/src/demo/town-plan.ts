import { createRandom, type Random } from './random.ts';
import {
  cutLine,
  distance,
  isInside,
  simplify,
  type Line,
  type Piece,
  type Point,
} from './town-geometry.ts';
import {
  avenueXs,
  avenueYs,
  bankLine,
  bentLine,
  blocksInColumn,
  blocksInRow,
  getStreetPosition,
  getStreetXs,
  isNearRiver,
  isDense,
  getStreetYs,
  smooth,
  townRadius,
  type Range,
} from './town-shape.ts';
import { planSuburbs } from './town-suburbs.ts';

/** The kind of a street, which determines the last word of its name. */
export type StreetKind = 'highway' | 'avenue' | 'street' | 'loop' | 'court' | 'drive';

/** A planned street, in pieces if water, parks or other districts interrupt it. */
export interface PlannedStreet {
  readonly kind: StreetKind;
  readonly pieces: readonly Piece[];
}

/** The town before its streets are joined and named. */
export interface TownPlan {
  readonly streets: readonly PlannedStreet[];
  readonly water: readonly { readonly name: string; readonly shape: Line }[];
  readonly parks: readonly { readonly name: string; readonly shape: Line }[];
}

/** The east-west avenues that have a bridge, by their distance north in meters; the others end at the river. */
const bridgeYs = new Set([-3400, 0, 1650, 5150]);

/** Meters from the water to the drives along the river. */
const bankWidth = 70;

/**
 * Districts between these columns and rows of the avenue grid whose streets are rotated by `angle`, in radians.
 * `blockSize` is the spacing of the streets in both directions, in meters.
 */
const slantedDistricts = [
  { columns: [2, 3], rows: [3, 4], angle: 0.5, blockSize: [205, 120] },
  { columns: [3, 5], rows: [2, 3], angle: -0.34, blockSize: [125, 215] },
  { columns: [6, 7], rows: [4, 5], angle: 0.3, blockSize: [220, 130] },
  { columns: [3, 4], rows: [5, 6], angle: -0.62, blockSize: [130, 210] },
] as const;

function bentRectangle([west, east]: Range, [south, north]: Range): Line {
  const corners: Point[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  return corners.flatMap((corner, index) =>
    simplify(bentLine(corner, corners[(index + 1) % 4] ?? corner), 1).slice(0, -1),
  );
}

/** Plans the town; the result is always the same. */
export function planTown(): TownPlan {
  const random = createRandom('town', 'plan');
  const districts = slantedDistricts.map((district) => ({
    ...district,
    shape: bentRectangle(
      [avenueXs[district.columns[0]] ?? 0, avenueXs[district.columns[1]] ?? 0],
      [avenueYs[district.rows[0]] ?? 0, avenueYs[district.rows[1]] ?? 0],
    ),
  }));
  // Grid streets end at the edge of a slanted district or a square.
  const closedShapes = [...districts, ...citySquares(3)].map(({ shape }) => shape);
  const isLand = (point: Point): boolean => !isNearRiver(point, bankWidth);
  const isGrid = (point: Point): boolean =>
    isLand(point) && !closedShapes.some((shape) => isInside(point, shape));
  const suburbs = planSuburbs(random);
  const streets: PlannedStreet[] = [
    { kind: 'highway', pieces: [{ line: highwayLine(), from: 0 }] },
    ...planAvenues(isLand),
    ...([-1, 1] as const).map((side): PlannedStreet => ({
      kind: 'drive',
      pieces: [{ line: bankLine(side, bankWidth, [-6400, 6500]), from: 0 }],
    })),
    ...planGrid(random).map((line): PlannedStreet => ({
      kind: 'street',
      pieces: cutLine(line, isGrid),
    })),
    ...districts.flatMap(({ shape, angle, blockSize }) =>
      slantedLines(shape, angle, blockSize).map((line): PlannedStreet => ({
        kind: 'street',
        pieces: cutLine(line, (point) => isLand(point) && isInside(point, shape)),
      })),
    ),
    ...suburbs.streets.map(({ kind, line }) => ({ kind, pieces: cutLine(line, isLand) })),
  ];
  const river: Line = [
    ...bankLine(-1, 0, [-7000, 7000]),
    ...bankLine(1, 0, [-7000, 7000]).toReversed(),
  ];
  const promenade: Line = [
    ...bankLine(-1, 8, [-1500, 2900]),
    ...bankLine(-1, bankWidth - 10, [-1500, 2900]).toReversed(),
  ];
  return {
    streets,
    water: [{ name: 'Millrace River', shape: river }, ...suburbs.lakes],
    parks: [...citySquares(14), ...suburbs.parks, { name: 'River Walk', shape: promenade }],
  };
}

/** The parks in the grid: each park's column and row, and the streets around it, numbered within that column or row. */
const squares = [
  { name: 'Founders Park', column: 3, columnStreets: [4, 8], row: 4, rowStreets: [5, 8] },
  { name: 'Orchard Square', column: 4, columnStreets: [3, 5], row: 3, rowStreets: [3, 5] },
  { name: 'Mill Green', column: 2, columnStreets: [5, 8], row: 4, rowStreets: [1, 3] },
] as const;

/** Returns the squares, inset by this many meters on each side from the blocks that they replace. */
function citySquares(inset: number): { name: string; shape: Line }[] {
  const shrink = ([low, high]: Range): Range => [low + inset, high - inset];
  return squares.map(({ name, column, columnStreets, row, rowStreets }) => ({
    name,
    shape: bentRectangle(
      shrink(getStreetXs(column, columnStreets)),
      shrink(getStreetYs(row, rowStreets)),
    ),
  }));
}

/** Returns the streets of the grid, each from one end of the dense cells to the other, some with gaps. */
function planGrid(random: Random): Line[] {
  const lines: Line[] = [];
  const cells = Array.from({ length: 8 }, (_, index) => index);
  for (const column of cells) {
    const rows = cells.filter((row) => isDense(column, row));
    for (let street = 1; street < (blocksInColumn[column] ?? 0); street += 1) {
      const x = getStreetPosition(avenueXs, blocksInColumn, column, street);
      for (const [first, last] of splitAtRandom(rows, random)) {
        lines.push(bentLine([x, avenueYs[first] ?? 0], [x, avenueYs[last + 1] ?? 0]));
      }
    }
  }
  for (const row of cells) {
    const columns = cells.filter((column) => isDense(column, row));
    // In every other row, blocks are twice as long in the north-south direction.
    const step = row % 2 === 0 ? 1 : 2;
    for (let street = 1; street < (blocksInRow[row] ?? 0); street += step) {
      const y = getStreetPosition(avenueYs, blocksInRow, row, street);
      for (const [first, last] of splitAtRandom(columns, random)) {
        lines.push(bentLine([avenueXs[first] ?? 0, y], [avenueXs[last + 1] ?? 0, y]));
      }
    }
  }
  return lines;
}

/** Randomly splits a run of cells or leaves one out, so that some streets end at an avenue. */
function splitAtRandom(cells: readonly number[], random: Random): Range[] {
  const runs: [number, number][] = [];
  let isOpen = false;
  for (const cell of cells) {
    if (random.chance(0.1)) {
      isOpen = false;
      continue;
    }
    const run = runs.at(-1);
    if (isOpen && run && !random.chance(0.15)) run[1] = cell;
    else runs.push([cell, cell]);
    isOpen = true;
  }
  return runs;
}

function planAvenues(isLand: (point: Point) => boolean): PlannedStreet[] {
  const end = townRadius - 100;
  const isTown = (point: Point): boolean => Math.hypot(...point) < townRadius * 1.13;
  const northSouth = avenueXs.map((x) =>
    cutLine(bentLine([x, -end], [x, end]), (point) => isTown(point) && isLand(point)),
  );
  const eastWest = avenueYs.map((y) =>
    cutLine(
      bentLine([-end, y], [end, y]),
      (point) => isTown(point) && (bridgeYs.has(y) || isLand(point)),
    ),
  );
  // The diagonal avenue starts at the center, like an old road to the lake.
  const diagonal = [{ line: bentLine([0, 0], [-5150, 3500]), from: 0 }];
  return [...northSouth, ...eastWest, diagonal].map((pieces) => ({ kind: 'avenue', pieces }));
}

/** The highway passes south of the center, crosses the river and turns north. */
function highwayLine(): Line {
  return smooth([
    [-7000, -2500],
    [-5200, -2350],
    [-3300, -2700],
    [-1200, -2750],
    [700, -2420],
    [2300, -2330],
    [3600, -1750],
    [4250, -600],
    [4450, 900],
    [4150, 2500],
    [4500, 4300],
    [5600, 7000],
  ]);
}

/** Returns the lines of a grid over a district, rotated by `angle`. `across` and `along` are the spacings in meters. */
function slantedLines(shape: Line, angle: number, [across, along]: Range): Line[] {
  const center: Point = [
    shape.reduce((sum, [east]) => sum + east, 0) / shape.length,
    shape.reduce((sum, [, north]) => sum + north, 0) / shape.length,
  ];
  const radius = Math.max(...shape.map((point) => distance(point, center)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rotate = (x: number, y: number): Point => [
    center[0] + x * cos - y * sin,
    center[1] + x * sin + y * cos,
  ];
  const offsets = (step: number): number[] =>
    Array.from(
      { length: 2 * Math.ceil(radius / step) },
      (_, index) => (index + 0.5) * step - Math.ceil(radius / step) * step,
    );
  return [
    ...offsets(across).map((x): Line => [rotate(x, -radius), rotate(x, radius)]),
    ...offsets(along).map((y): Line => [rotate(-radius, y), rotate(radius, y)]),
  ];
}
