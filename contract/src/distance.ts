import type { Position } from './people.ts';

/** Mean radius of the earth in metres. */
const earthRadius = 6_371_000;

/** Streets are about this much longer than the straight line between their ends. */
const detour = 1.3;

/** Metres a minute through a town, at 35 km/h. */
const townSpeed = 35_000 / 60;

/** Metres from one point to the other as the crow flies, rounded. */
export function straightLineMetres(from: Position, to: Position): number {
  const [fromLat, toLat] = [radians(from.lat), radians(to.lat)];
  const halfLat = Math.sin((toLat - fromLat) / 2);
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(fromLat) * Math.cos(toLat) * halfLng ** 2;
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord))));
}

/**
 * Minutes it takes to drive where the straight line has this many metres: a guess without a map,
 * and always to be called an estimate. At least 1.
 */
export function estimatedMinutes(metres: number): number {
  return Math.max(1, Math.ceil((metres * detour) / townSpeed));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
