import type { Position } from '../people/schemas.ts';

/** Mean radius of the earth in meters. */
const earthRadius = 6_371_000;

/** How many times longer the way by street is than the straight line, on average. */
const detourFactor = 1.3;

/** The average speed in a city, 35 km/h, in meters per minute. */
const citySpeed = 35_000 / 60;

/** Returns the meters from one point to the other in a straight line, rounded. */
export function straightLineMeters(from: Position, to: Position): number {
  const [fromLat, toLat] = [radians(from.lat), radians(to.lat)];
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(fromLat) * Math.cos(toLat) * halfLng ** 2;
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord))));
}

/**
 * Returns the estimated minutes to drive between two points with this straight-line distance, at least 1.
 * It is computed without a map, so texts must call it an estimate.
 */
export function estimateMinutes(meters: number): number {
  return Math.max(1, Math.ceil((meters * detourFactor) / citySpeed));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
