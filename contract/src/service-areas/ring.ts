import { metersPerDegree } from '../places/distance.ts';

/** The longitude and latitude of a vertex, in the order of GeoJSON. */
export type Vertex = [lng: number, lat: number];

const minVertices = 3;
export const maxVertices = 199;
const maxKilometers = 300;

/**
 * Three vertices count as collinear if twice the area of their triangle is smaller than this, in square
 * degrees. It is about a tenth of a square meter.
 */
const minDoubledArea = 1e-11;

/** The vertices of a drawn area, the last repeating the first, or what is wrong with them. */
export type RingResult =
  | { readonly ring: Vertex[]; readonly problem: null }
  | { readonly ring: null; readonly problem: string };

/**
 * Reads the vertices of a drawn area, in order around it. If the last does not repeat the first, the ring is closed.
 * Only the server checks whether edges cross.
 */
export function readRing(positions: readonly unknown[]): RingResult {
  const last = positions.at(-1);
  const isClosed =
    positions.length > 1 && isPair(last) && isPair(positions[0]) && areEqual(last, positions[0]);
  const vertices = isClosed ? positions.slice(0, -1) : positions;
  // The count is checked first, so that a huge list is refused quickly.
  if (vertices.length < minVertices || vertices.length > maxVertices) {
    return refuse(`An area needs ${minVertices} to ${maxVertices} points`);
  }
  const ring: Vertex[] = [];
  const seen = new Set<string>();
  for (const [index, vertex] of vertices.entries()) {
    const problem = findVertexProblem(vertex);
    if (problem !== null || !isVertex(vertex)) {
      return refuse(`Point ${index + 1}: ${problem ?? numbersProblem}`);
    }
    if (seen.has(vertex.join())) return refuse(`Point ${index + 1} repeats an earlier point`);
    seen.add(vertex.join());
    ring.push(vertex);
  }
  const [first] = ring;
  if (first) ring.push([...first]);
  const problem = findExtentProblem(ring);
  return problem === null ? { ring, problem } : refuse(problem);
}

/** Returns twice the area of a closed ring in square degrees; negative if the ring is clockwise. */
export function getDoubledSignedArea(ring: readonly Readonly<Vertex>[]): number {
  const [originLng, originLat] = ring[0] ?? [0, 0];
  let sum = 0;
  for (const [index, [lng, lat]] of ring.entries()) {
    const [nextLng, nextLat] = ring[index + 1] ?? [originLng, originLat];
    // Relative to the first vertex, since the differences are small compared with the coordinates.
    sum += (lng - originLng) * (nextLat - originLat) - (nextLng - originLng) * (lat - originLat);
  }
  return sum;
}

const numbersProblem = 'the latitude and longitude must be numbers';

function findVertexProblem(vertex: unknown): string | null {
  if (!isVertex(vertex)) return numbersProblem;
  const [lng, lat] = vertex;
  if (Math.abs(lat) > 90) {
    return Math.abs(lat) <= 180 && Math.abs(lng) <= 90
      ? 'the latitude must be from -90 to 90; latitude and longitude seem to be swapped'
      : 'the latitude must be from -90 to 90';
  }
  return Math.abs(lng) > 180 ? 'the longitude must be from -180 to 180' : null;
}

function findExtentProblem(ring: readonly Vertex[]): string | null {
  const lngs = ring.map(([lng]) => lng);
  const lats = ring.map(([, lat]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const width = Math.max(...lngs) - Math.min(...lngs);
  if (width > 180) return "An area can't cross the 180th meridian";
  const widthScale = Math.cos((((south + north) / 2) * Math.PI) / 180);
  if (Math.hypot(north - south, width * widthScale) * metersPerDegree > maxKilometers * 1000) {
    return `An area can be up to 186 miles (${maxKilometers} km) across`;
  }
  return areCollinear(ring) ? "The points of an area can't all be on one line" : null;
}

function areCollinear([first, second, ...others]: readonly Vertex[]): boolean {
  return (
    !first ||
    !second ||
    others.every(
      (vertex) => Math.abs(getDoubledSignedArea([first, second, vertex])) < minDoubledArea,
    )
  );
}

function isPair(value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function isVertex(value: unknown): value is Vertex {
  return isPair(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

function areEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function refuse(problem: string): RingResult {
  return { ring: null, problem };
}
