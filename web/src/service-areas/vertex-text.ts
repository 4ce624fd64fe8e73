import type { Position } from '@curbwrench/contract/people/schemas';
import type { Vertex } from '@curbwrench/contract/service-areas/ring';

/** Splits text into its vertices, one per line; empty lines are left out. */
export function splitVertices(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Reads a vertex as entered, latitude first; its coordinates are NaN if the line is not two numbers. */
export function readVertex(line: string): Vertex {
  const [lat = '', lng = '', ...others] = line.trim().split(/[\s,;]+/);
  return others.length > 0 ? [NaN, NaN] : [readNumber(lng), readNumber(lat)];
}

/** Writes a vertex as people type it, rounded to about 10 cm. */
export function writeVertex({ lat, lng }: Position): string {
  return `${roundDegrees(lat)}, ${roundDegrees(lng)}`;
}

/** Maps end at this latitude, because at the poles a degree of longitude has no width. */
const maxLat = 85;

/** Returns the point if a map can show it, otherwise null. */
export function readPoint(lat: number, lng: number): Position | null {
  return Math.abs(lat) <= maxLat && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** Converts text to a number; NaN if it is not a number, or if it is empty, for which `Number` would return 0. */
export function readNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** Rounds degrees to about 10 cm. */
export function roundDegrees(value: number): number {
  return Number(value.toFixed(6));
}
