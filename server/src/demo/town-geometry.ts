/** A point in the town: meters east and north of its center. */
export type Point = readonly [east: number, north: number];

/** The points of a line, or the vertices of a polygon; a polygon's first vertex is not repeated at the end. */
export type Line = readonly Point[];

/** How many meters a cut line extends beyond the cut, so that it always meets the street along the edge. */
const overlap = 4;

/** Meters between the points that are tested when a line is cut. */
const cutStep = 40;

/** Returns the distance between two points, in meters. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Returns the point at a fraction of the way from `a` to `b`; a fraction greater than 1 returns a point beyond `b`. */
export function interpolate(a: Point, b: Point, fraction: number): Point {
  return [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction];
}

/** Returns the segments of a line: each point with the next. */
export function segmentsOf(line: Line): (readonly [Point, Point])[] {
  return line.slice(1).map((point, index) => [line[index] ?? point, point]);
}

/** Returns the length of a line, in meters. */
export function lengthOf(line: Line): number {
  return segmentsOf(line).reduce((sum, [a, b]) => sum + distance(a, b), 0);
}

/** Returns the point this many meters along a line, and the direction there as a unit vector. */
export function getPointAlong(line: Line, meters: number): { point: Point; direction: Point } {
  let remaining = meters;
  let last: { from: Point; to: Point; length: number } | null = null;
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    const length = from && to ? distance(from, to) : 0;
    if (!from || !to || length === 0) continue;
    if (last) remaining -= last.length;
    last = { from, to, length };
    if (remaining <= length) break;
  }
  if (!last) throw new Error('A line needs two different points.');
  const { from, to, length } = last;
  return {
    point: interpolate(from, to, Math.min(remaining / length, 1)),
    direction: [(to[0] - from[0]) / length, (to[1] - from[1]) / length],
  };
}

/** Returns the part of a line between two distances along it, in meters. */
export function getPartOfLine(line: Line, start: number, end: number): Line {
  const part: Point[] = [getPointAlong(line, start).point];
  let passedMeters = 0;
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    if (!from || !to) continue;
    passedMeters += distance(from, to);
    if (passedMeters > start + 0.01 && passedMeters < end - 0.01) part.push(to);
  }
  return [...part, getPointAlong(line, end).point];
}

/**
 * Returns where on a segment the point nearest to `point` is, as a fraction from 0 to 1, and its distance in meters.
 */
export function findNearestOn(
  [a, b]: readonly [Point, Point],
  point: Point,
): { fraction: number; meters: number } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const lengthSquared = dx * dx + dy * dy;
  const along =
    lengthSquared === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / lengthSquared;
  const fraction = Math.max(0, Math.min(1, along));
  return { fraction, meters: distance(interpolate(a, b, fraction), point) };
}

/** Returns where two segments cross, as a fraction of each segment's length; null if they don't cross. */
export function findCrossing(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
): readonly [number, number] | null {
  const [rx, ry] = [b[0] - a[0], b[1] - a[1]];
  const [sx, sy] = [d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (Math.abs(cross) < 1e-9) return null;
  const fractionOfFirst = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const fractionOfSecond = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  const isOnBoth = [fractionOfFirst, fractionOfSecond].every((each) => each >= 0 && each <= 1);
  return isOnBoth ? [fractionOfFirst, fractionOfSecond] : null;
}

/** Returns whether a point is inside a polygon. */
export function isInside(point: Point, polygon: Line): boolean {
  const [x, y] = point;
  let inside = false;
  let previous = polygon.at(-1) ?? point;
  for (const vertex of polygon) {
    const crosses = vertex[1] > y !== previous[1] > y;
    if (
      crosses &&
      x < ((previous[0] - vertex[0]) * (y - vertex[1])) / (previous[1] - vertex[1]) + vertex[0]
    ) {
      inside = !inside;
    }
    previous = vertex;
  }
  return inside;
}

/** A piece of a longer line; `from` is the distance in meters from the start of the line to the start of the piece. */
export interface Piece {
  readonly line: Line;
  readonly from: number;
}

/** Returns the pieces of a line on which `isOpen` returns true. Each piece extends slightly beyond its cuts. */
export function cutLine(line: Line, isOpen: (point: Point) => boolean): Piece[] {
  const pieces: { line: Point[]; from: number }[] = [];
  let piece: { line: Point[]; from: number } | null = null;
  let passedMeters = 0;
  let previous = line[0];
  if (!previous) return [];
  let wasOpen = isOpen(previous);
  if (wasOpen) pieces.push((piece = { line: [previous], from: 0 }));
  for (const [a, b] of segmentsOf(line)) {
    const length = distance(a, b);
    const steps = Math.max(1, Math.ceil(length / cutStep));
    for (let step = 1; step <= steps; step += 1) {
      const at = interpolate(a, b, step / steps);
      const isNowOpen = isOpen(at);
      if (isNowOpen !== wasOpen) {
        const edge = findEdge(previous, at, isOpen);
        const stepLength = Math.max(distance(previous, at), 1e-9);
        const isEnd = wasOpen;
        const end = interpolate(edge, isEnd ? at : previous, overlap / stepLength);
        if (piece && isEnd) piece.line.push(end);
        piece = null;
        if (!isEnd) {
          const startOfStep = passedMeters + (length * (step - 1)) / steps;
          const from = startOfStep + distance(previous, edge) - overlap;
          pieces.push((piece = { line: [end], from: Math.max(0, from) }));
        }
      }
      if (step === steps) piece?.line.push(b);
      [previous, wasOpen] = [at, isNowOpen];
    }
    passedMeters += length;
  }
  return pieces.filter(({ line: points }) => points.length > 1);
}

/** Returns the point between two points where the result of `isOpen` changes. */
function findEdge(a: Point, b: Point, isOpen: (point: Point) => boolean): Point {
  const startsOpen = isOpen(a);
  let [low, high] = [0, 1];
  for (let round = 0; round < 8; round += 1) {
    const middle = (low + high) / 2;
    if (isOpen(interpolate(a, b, middle)) === startsOpen) low = middle;
    else high = middle;
  }
  return interpolate(a, b, (low + high) / 2);
}

/** Removes points whose removal moves the line by less than `tolerance` meters (Douglas-Peucker). */
export function simplify(line: Line, tolerance: number): Line {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  let farthestIndex = 0;
  let maxMeters = tolerance;
  for (const [index, point] of line.entries()) {
    const { meters } = findNearestOn([first, last], point);
    if (meters > maxMeters) [farthestIndex, maxMeters] = [index, meters];
  }
  if (farthestIndex === 0) return [first, last];
  return [
    ...simplify(line.slice(0, farthestIndex + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthestIndex), tolerance),
  ];
}
