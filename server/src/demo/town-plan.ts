import { randomFrom, type Random } from './random.ts';
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
  avenuesEast,
  avenuesNorth,
  bankLine,
  bentLine,
  blocksInColumn,
  blocksInRow,
  divide,
  eastOf,
  isAtRiver,
  isDense,
  northOf,
  smooth,
  townReach,
  type Range,
} from './town-shape.ts';
import { planSuburbs } from './town-suburbs.ts';

/** What a street is for, which decides its kind of name. */
export type StreetKind = 'highway' | 'avenue' | 'street' | 'loop' | 'court' | 'drive';

/** A street as planned: its pieces, since water, parks and other districts interrupt it. */
export interface PlannedStreet {
  readonly kind: StreetKind;
  readonly pieces: readonly Piece[];
}

/** What there is in the town, before its streets are joined and named. */
export interface TownPlan {
  readonly streets: readonly PlannedStreet[];
  readonly water: readonly { readonly name: string; readonly shape: Line }[];
  readonly parks: readonly { readonly name: string; readonly shape: Line }[];
}

/** The avenues to the east that have a bridge; the others end at the river. */
const bridgesAt = new Set([-3400, 0, 1650, 5150]);

/** Meters from the water to the drives along the river. */
const bankWidth = 70;

/** Districts whose streets lie at an angle, in radians; columns and rows of the avenues' grid, from 0. */
const slantedDistricts = [
  { columns: [2, 3], rows: [3, 4], angle: 0.5, lots: [205, 120] },
  { columns: [3, 5], rows: [2, 3], angle: -0.34, lots: [125, 215] },
  { columns: [6, 7], rows: [4, 5], angle: 0.3, lots: [220, 130] },
  { columns: [3, 4], rows: [5, 6], angle: -0.62, lots: [130, 210] },
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

/** Plans the town: always the same. */
export function planTown(): TownPlan {
  const random = randomFrom('town', 'plan');
  const districts = slantedDistricts.map((district) => ({
    ...district,
    shape: bentRectangle(
      [avenuesEast[district.columns[0]] ?? 0, avenuesEast[district.columns[1]] ?? 0],
      [avenuesNorth[district.rows[0]] ?? 0, avenuesNorth[district.rows[1]] ?? 0],
    ),
  }));
  // Streets end at the street along a square.
  const closed = [...districts, ...citySquares(3)].map(({ shape }) => shape);
  const isLand = (point: Point): boolean => !isAtRiver(point, bankWidth);
  const isGrid = (point: Point): boolean =>
    isLand(point) && !closed.some((shape) => isInside(point, shape));
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
    ...districts.flatMap(({ shape, angle, lots }) =>
      slantedLines(shape, angle, lots).map((line): PlannedStreet => ({
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

/** The parks between the streets of the grid: from which street to which, in a column and a row. */
const squares = [
  { name: 'Founders Park', column: 3, streetsEast: [4, 8], row: 4, streetsNorth: [5, 8] },
  { name: 'Orchard Square', column: 4, streetsEast: [3, 5], row: 3, streetsNorth: [3, 5] },
  { name: 'Mill Green', column: 2, streetsEast: [5, 8], row: 4, streetsNorth: [1, 3] },
] as const;

/** Returns the squares, smaller by this many meters on each side than the blocks that they replace. */
function citySquares(inset: number): { name: string; shape: Line }[] {
  const shrink = ([low, high]: Range): Range => [low + inset, high - inset];
  return squares.map(({ name, column, streetsEast, row, streetsNorth }) => ({
    name,
    shape: bentRectangle(shrink(eastOf(column, streetsEast)), shrink(northOf(row, streetsNorth))),
  }));
}

/** Returns the streets of the grid, from one end of the dense cells to the other, with gaps in places. */
function planGrid(random: Random): Line[] {
  const lines: Line[] = [];
  const cells = Array.from({ length: 8 }, (_, index) => index);
  for (const column of cells) {
    const rows = cells.filter((row) => isDense(column, row));
    for (let street = 1; street < (blocksInColumn[column] ?? 0); street += 1) {
      const east = divide(avenuesEast, blocksInColumn, column, street);
      for (const [first, last] of splitAtRandom(rows, random)) {
        lines.push(bentLine([east, avenuesNorth[first] ?? 0], [east, avenuesNorth[last + 1] ?? 0]));
      }
    }
  }
  for (const row of cells) {
    const columns = cells.filter((column) => isDense(column, row));
    // Blocks are twice as long to the north as to the east in some rows only.
    const step = row % 2 === 0 ? 1 : 2;
    for (let street = 1; street < (blocksInRow[row] ?? 0); street += step) {
      const north = divide(avenuesNorth, blocksInRow, row, street);
      for (const [first, last] of splitAtRandom(columns, random)) {
        lines.push(bentLine([avenuesEast[first] ?? 0, north], [avenuesEast[last + 1] ?? 0, north]));
      }
    }
  }
  return lines;
}

/** Splits a run of cells now and then, and leaves one out: a street that ends at an avenue. */
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
  const reach = townReach - 100;
  const isTown = (point: Point): boolean => Math.hypot(...point) < townReach * 1.13;
  const north = avenuesEast.map((east) =>
    cutLine(bentLine([east, -reach], [east, reach]), (point) => isTown(point) && isLand(point)),
  );
  const east = avenuesNorth.map((at) =>
    cutLine(
      bentLine([-reach, at], [reach, at]),
      (point) => isTown(point) && (bridgesAt.has(at) || isLand(point)),
    ),
  );
  // The diagonal starts at the center, as the old road to the lake.
  const diagonal = [{ line: bentLine([0, 0], [-5150, 3500]), from: 0 }];
  return [...north, ...east, diagonal].map((pieces) => ({ kind: 'avenue', pieces }));
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

/** Returns parallel lines in two directions over a district, these many meters apart. */
function slantedLines(shape: Line, angle: number, [across, along]: Range): Line[] {
  const centre: Point = [
    shape.reduce((sum, [east]) => sum + east, 0) / shape.length,
    shape.reduce((sum, [, north]) => sum + north, 0) / shape.length,
  ];
  const reach = Math.max(...shape.map((point) => distance(point, centre)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = (x: number, y: number): Point => [
    centre[0] + x * cos - y * sin,
    centre[1] + x * sin + y * cos,
  ];
  const offsets = (step: number): number[] =>
    Array.from(
      { length: 2 * Math.ceil(reach / step) },
      (_, index) => (index + 0.5) * step - Math.ceil(reach / step) * step,
    );
  return [
    ...offsets(across).map((x): Line => [turn(x, -reach), turn(x, reach)]),
    ...offsets(along).map((y): Line => [turn(-reach, y), turn(reach, y)]),
  ];
}
