import type { Random } from './random.ts';
import { interpolate, cutLine, isInside, type Line, type Point } from './town-geometry.ts';
import type { StreetKind, TownPlan } from './town-plan.ts';
import { avenueXs, avenueYs, bend, roundedShape, isDense } from './town-shape.ts';

interface SuburbStreet {
  readonly kind: StreetKind;
  readonly line: Line;
}

interface Suburbs {
  readonly streets: readonly SuburbStreet[];
  readonly parks: TownPlan['parks'];
  readonly lakes: TownPlan['water'];
}

/** The cells of the avenue grid that contain a park, and the park's lake if it has one. */
const suburbParks = [
  { cell: [1, 6], name: 'Summit Park', lake: 'Heron Lake' },
  { cell: [7, 5], name: 'Kestrel Woods', lake: null },
  { cell: [1, 1], name: 'Quarry Gardens', lake: 'Quarry Pond' },
] as const;

/** Suburbs whose center is farther than this from the town's center, in meters, are left out. */
const farthestSuburb = 7100;

/**
 * Where streets end, in units of half a cell: slightly beyond the avenue, which is at 1, so that they always meet it.
 */
const edge = 1.005;

/** A suburb between four avenues. Its points are in units of half its size, from -1 to 1. */
interface Suburb {
  readonly random: Random;
  /** Converts a point of the suburb to a point of the town. */
  readonly at: (point: Point) => Point;
}

/** Plans the cells around the dense cells: each has bent streets, a loop with streets in it, or a park. */
export function planSuburbs(random: Random): Suburbs {
  const streets: SuburbStreet[] = [];
  const parks: { name: string; shape: Line }[] = [];
  const lakes: { name: string; shape: Line }[] = [];
  for (const column of avenueXs.slice(1).keys()) {
    for (const row of avenueYs.slice(1).keys()) {
      const [west, east] = [avenueXs[column] ?? 0, avenueXs[column + 1] ?? 0];
      const [south, north] = [avenueYs[row] ?? 0, avenueYs[row + 1] ?? 0];
      const middle: Point = [(west + east) / 2, (south + north) / 2];
      if (isDense(column, row) || Math.hypot(...middle) > farthestSuburb) continue;
      const at = ([x, y]: Point): Point =>
        bend([middle[0] + ((east - west) / 2) * x, middle[1] + ((north - south) / 2) * y]);
      const suburb = { random, at };
      const park = suburbParks.find(({ cell }) => cell[0] === column && cell[1] === row);
      if (!park) {
        streets.push(...(random.chance(0.65) ? planBentStreets(suburb) : planLoop(suburb)));
        continue;
      }
      const ring = roundedShape([0, 0], [0.62, 0.58], 0.04, random);
      streets.push(...planRing(suburb, ring));
      parks.push({
        name: park.name,
        shape: ring.map((point) => at(interpolate([0, 0], point, 0.94))),
      });
      if (park.lake === null) continue;
      const lake = roundedShape([0.08, -0.05], [0.3, 0.24], 0.13, random);
      lakes.push({ name: park.lake, shape: lake.map(at) });
    }
  }
  return { streets, parks, lakes };
}

/** Plans bent streets from avenue to avenue in both directions, some of them ending halfway. */
function planBentStreets({ random, at }: Suburb): SuburbStreet[] {
  const streets: SuburbStreet[] = [];
  for (const isNorthward of [true, false]) {
    const count = random.between(4, 7);
    const sway = 0.05 + random.next() * 0.13;
    const phase = random.next() * 6;
    const waves = 1.2 + random.next() * 1.6;
    for (let index = 1; index < count; index += 1) {
      if (random.chance(0.14)) continue;
      const offset = -1 + (2 * index) / count;
      const from = random.chance(0.22) ? -0.35 + random.next() * 0.6 : -edge;
      const to = from === -edge && random.chance(0.25) ? 0.35 - random.next() * 0.6 : edge;
      const line = Array.from({ length: 15 }, (_, step): Point => {
        const along = from + ((to - from) * step) / 14;
        // Less sway toward the sides, so that no street leaves the suburb.
        const aside = offset + sway * (1 - Math.abs(offset) ** 2) * Math.sin(waves * along + phase);
        return at(isNorthward ? [aside, along] : [along, aside]);
      });
      streets.push({ kind: 'street', line });
      if (random.chance(0.45)) streets.push(planCourt({ random, at }, offset, isNorthward));
    }
  }
  return streets;
}

/** Plans a short street with two dead ends that crosses the street with this offset. */
function planCourt({ random, at }: Suburb, offset: number, isNorthward: boolean): SuburbStreet {
  const along = -0.8 + random.next() * 1.6;
  const half = 0.13 + random.next() * 0.06;
  const bow = (random.next() - 0.5) * 0.05;
  const line = [-1, 0, 1].map((step): Point => {
    const point: Point = [offset + step * half, along + bow * step];
    return at(isNorthward ? point : [point[1], point[0]]);
  });
  return { kind: 'court', line };
}

/** Plans a loop with streets across it. */
function planLoop(suburb: Suburb): SuburbStreet[] {
  const { random, at } = suburb;
  const size: Point = [0.55 + random.next() * 0.2, 0.55 + random.next() * 0.2];
  const ring = roundedShape(
    [(random.next() - 0.5) * 0.1, (random.next() - 0.5) * 0.1],
    size,
    0.07,
    random,
  );
  const gridAngle = random.next() * Math.PI;
  const bow = (random.next() - 0.5) * 0.3;
  const across = (offset: number, angle: number): Line =>
    Array.from({ length: 13 }, (_, step): Point => {
      const along = (step / 12 - 0.5) * 1.9;
      const aside = offset + bow * (0.4 - along * along);
      return [
        along * Math.cos(angle) - aside * Math.sin(angle),
        along * Math.sin(angle) + aside * Math.cos(angle),
      ];
    });
  const lines = [
    ...[-0.42, -0.21, 0, 0.21, 0.42].map((offset) => across(offset, gridAngle)),
    across((random.next() - 0.5) * 0.3, gridAngle + Math.PI / 2),
  ].map((line) => getLongestPiece(line, (point) => isInside(point, ring)));
  return [
    ...planRing(suburb, ring),
    ...lines
      .filter((line) => line.length > 1)
      .map((line): SuburbStreet => ({ kind: 'street', line: line.map(at) })),
  ];
}

/** Returns the longest piece of a line on which `isOpen` returns true. Points are in units of half a suburb. */
function getLongestPiece(line: Line, isOpen: (point: Point) => boolean): Line {
  // Half a suburb is about 800 m long.
  const toMeters = ([x, y]: Point): Point => [x * 800, y * 800];
  const toUnits = ([x, y]: Point): Point => [x / 800, y / 800];
  const pieces = cutLine(line.map(toMeters), (point) => isOpen(toUnits(point)));
  return pieces
    .map((piece) => piece.line.map(toUnits))
    .reduce<Line>((longest, piece) => (piece.length > longest.length ? piece : longest), []);
}

/** Plans a loop along `ring`, with streets from it to the avenues, and dead ends. */
function planRing({ random, at }: Suburb, ring: Line): SuburbStreet[] {
  const streets: SuburbStreet[] = [{ kind: 'loop', line: [...ring, ...ring.slice(0, 1)].map(at) }];
  // The vertices of the ring at which streets to the avenues start.
  for (const index of [2, 8, 16, 22, 28, 34, 42, 48]) {
    if (random.chance(0.3)) continue;
    const start = ring[index] ?? [0, 0];
    const isSide = Math.abs(start[0]) > Math.abs(start[1]);
    const shift = (random.next() - 0.5) * 0.3;
    const end: Point = isSide
      ? [Math.sign(start[0]) * edge, start[1] + shift]
      : [start[0] + shift, Math.sign(start[1]) * edge];
    const middle: Point = isSide
      ? [(start[0] + end[0]) / 2, start[1] + shift * 0.25]
      : [start[0] + shift * 0.25, (start[1] + end[1]) / 2];
    // The street starts slightly inside the ring, so that the two always meet.
    streets.push({ kind: 'street', line: [interpolate(middle, start, 1.03), middle, end].map(at) });
  }
  // The vertices of the ring at which dead ends start.
  for (const index of [0, 12, 18, 26, 38, 46]) {
    if (random.chance(0.4)) continue;
    const start = ring[index] ?? [0, 0];
    const reach = 1.18 + random.next() * 0.12;
    const angle = (random.next() - 0.5) * 0.16;
    const bow = [-0.015, 0.5, 1].map((t): Point => {
      const scale = 1 + (reach - 1) * t;
      return [
        start[0] * scale - start[1] * angle * t * t,
        start[1] * scale + start[0] * angle * t * t,
      ];
    });
    streets.push({ kind: 'court', line: bow.map(at) });
  }
  return streets;
}
