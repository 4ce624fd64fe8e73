import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerDegree } from '@curbwrench/contract/places/distance';
import { readVertex, readPoint, splitVertices, writeVertex } from './vertex-text.ts';

/**
 * Adds a vertex to the text that lists the vertices: between the two vertices of the nearest edge if it is within
 * `nearMeters`, otherwise at the end.
 */
export function addVertex(text: string, position: Position, nearMeters: number): string {
  const edge = findNearEdge(readPoints(text), position, nearMeters);
  if (edge === null) return appendVertex(text, position);
  return splitVertices(text)
    .toSpliced(edge + 1, 0, writeVertex(position))
    .join('\n');
}

/** Adds a vertex at the end of the text. */
export function appendVertex(text: string, position: Position): string {
  return [...splitVertices(text), writeVertex(position)].join('\n');
}

/** Moves the vertex with this index. */
export function moveVertex(text: string, index: number, position: Position): string {
  return splitVertices(text).with(index, writeVertex(position)).join('\n');
}

/** Removes the vertex with this index. */
export function removeVertex(text: string, index: number): string {
  return splitVertices(text).toSpliced(index, 1).join('\n');
}

/** Returns the point on each line of the text, in order; null for a line that a map cannot show. */
export function readPoints(text: string): (Position | null)[] {
  return splitVertices(text).map(toPoint);
}

function toPoint(line: string): Position | null {
  const [lng, lat] = readVertex(line);
  return readPoint(lat, lng);
}

/**
 * Returns the index of the vertex at which the nearest edge starts, or null if no edge is within `nearMeters`. The
 * edge from the last vertex to the first also counts.
 */
function findNearEdge(
  points: readonly (Position | null)[],
  position: Position,
  nearMeters: number,
): number | null {
  let nearestIndex: number | null = null;
  let nearestMeters = nearMeters;
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length];
    if (!from || !to) continue;
    const meters = getMetersToEdge(position, from, to);
    if (meters > nearestMeters) continue;
    nearestMeters = meters;
    nearestIndex = index;
  }
  return nearestIndex;
}

/** Returns the distance, measured on a plane around the position, which is exact enough for nearby edges. */
function getMetersToEdge(position: Position, from: Position, to: Position): number {
  const lngScale = metersPerDegree * Math.cos((position.lat * Math.PI) / 180);
  const start = project(from);
  const end = project(to);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const fraction = -(start.x * dx + start.y * dy) / (dx * dx + dy * dy || 1);
  const clamped = Math.min(1, Math.max(0, fraction));
  return Math.hypot(start.x + clamped * dx, start.y + clamped * dy);

  function project({ lat, lng }: Position) {
    return { x: (lng - position.lng) * lngScale, y: (lat - position.lat) * metersPerDegree };
  }
}
