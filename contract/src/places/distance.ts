import type { Position } from '../people/schemas.ts';

/** Mean radius of the earth in meters. */
const earthRadius = 6_371_000;

/** Streets are about this much longer than the straight line between two points. */
const detour = 1.3;

/** City speed in meters per minute, from 35 km/h. */
const townSpeed = 35_000 / 60;

/** Returns the meters from one point to the other in a straight line, rounded. */
export function straightLineMetres(from: Position, to: Position): number {
  const [fromLat, toLat] = [radians(from.lat), radians(to.lat)];
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(fromLat) * Math.cos(toLat) * halfLng ** 2;
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord))));
}

/**
 * Returns the minutes to drive a straight-line distance in meters, at least 1: computed without a map,
 * so always to be called an estimate.
 */
export function estimatedMinutes(metres: number): number {
  return Math.max(1, Math.ceil((metres * detour) / townSpeed));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
