import { metersPerDegree } from '../places/distance.ts';

/** The longitude and latitude of a corner, in the order of GeoJSON. */
export type Corner = [lng: number, lat: number];

const minCorners = 3;
export const maxCorners = 199;
const maxKilometers = 300;

/**
 * Three corners count as lying on one line if twice the area of their triangle is smaller than this, in square
 * degrees. It is about a tenth of a square meter.
 */
const minDoubledArea = 1e-11;

/** The corners of a drawn area, the last repeating the first, or what is wrong with them. */
export type RingResult =
  | { readonly ring: Corner[]; readonly problem: null }
  | { readonly ring: null; readonly problem: string };

/**
 * Reads the corners of a drawn area, in order around it. If the last does not repeat the first, the ring is closed.
 * Only the server checks whether edges cross.
 */
export function readRing(positions: readonly unknown[]): RingResult {
  const last = positions.at(-1);
  const isClosed =
    positions.length > 1 && isPair(last) && isPair(positions[0]) && areEqual(last, positions[0]);
  const corners = isClosed ? positions.slice(0, -1) : positions;
  // Checked first, so that a huge list is refused quickly.
  if (corners.length < minCorners || corners.length > maxCorners) {
    return refuse(`An area needs ${minCorners} to ${maxCorners} corners`);
  }
  const ring: Corner[] = [];
  const seen = new Set<string>();
  for (const [index, corner] of corners.entries()) {
    const problem = findCornerProblem(corner);
    if (problem !== null || !isCorner(corner)) {
      return refuse(`Corner ${index + 1}: ${problem ?? numbersProblem}`);
    }
    if (seen.has(corner.join())) return refuse(`Corner ${index + 1} repeats an earlier corner`);
    seen.add(corner.join());
    ring.push(corner);
  }
  const [first] = ring;
  if (first) ring.push([...first]);
  const problem = findExtentProblem(ring);
  return problem === null ? { ring, problem } : refuse(problem);
}

/** Returns twice the area of a closed ring in square degrees; negative if the ring is clockwise. */
export function getDoubledSignedArea(ring: readonly Readonly<Corner>[]): number {
  const [originLng, originLat] = ring[0] ?? [0, 0];
  let sum = 0;
  for (const [index, [lng, lat]] of ring.entries()) {
    const [nextLng, nextLat] = ring[index + 1] ?? [originLng, originLat];
    // Relative to the first corner, since the differences are small compared with the coordinates.
    sum += (lng - originLng) * (nextLat - originLat) - (nextLng - originLng) * (lat - originLat);
  }
  return sum;
}

const numbersProblem = 'the latitude and longitude must be numbers';

function findCornerProblem(corner: unknown): string | null {
  if (!isCorner(corner)) return numbersProblem;
  const [lng, lat] = corner;
  if (Math.abs(lat) > 90) {
    return Math.abs(lat) <= 180 && Math.abs(lng) <= 90
      ? 'the latitude must be from -90 to 90; latitude and longitude seem to be swapped'
      : 'the latitude must be from -90 to 90';
  }
  return Math.abs(lng) > 180 ? 'the longitude must be from -180 to 180' : null;
}

function findExtentProblem(ring: readonly Corner[]): string | null {
  const lngs = ring.map(([lng]) => lng);
  const lats = ring.map(([, lat]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const width = Math.max(...lngs) - Math.min(...lngs);
  if (width > 180) return "An area can't cross the 180th meridian";
  const widthScale = Math.cos((((south + north) / 2) * Math.PI) / 180);
  if (Math.hypot(north - south, width * widthScale) * metersPerDegree > maxKilometers * 1000) {
    return `An area can be at most ${maxKilometers} km (186 miles) across`;
  }
  return areOnOneLine(ring) ? "The corners of an area can't all be on one line" : null;
}

function areOnOneLine([first, second, ...others]: readonly Corner[]): boolean {
  return (
    !first ||
    !second ||
    others.every(
      (corner) => Math.abs(getDoubledSignedArea([first, second, corner])) < minDoubledArea,
    )
  );
}

function isPair(value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function isCorner(value: unknown): value is Corner {
  return isPair(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function refuse(problem: string): RingResult {
  return { ring: null, problem };
}
