import type { Position } from '@curbwrench/contract/people/schemas';

/** The maximum distance from the city center, in degrees. */
const maxOffset = 0.005;

/** The maximum distance between two updates, in degrees: about a block. */
const maxStep = 0.001;

/**
 * Returns a function that simulates the demo mechanic's walk along the town's two main streets, which cross at
 * the city center, one north-south and one east-west. The walk starts at a random point on them, turns around at
 * the ends, and sometimes changes streets at the crossing. Each call returns the next point. `random` returns
 * numbers from 0 to 1.
 */
export function startSimulatedWalk(
  center: Position,
  random: () => number = Math.random,
): () => Position {
  let isNorthSouth = random() < 0.5;
  let offset = (random() * 2 - 1) * maxOffset;
  let direction = random() < 0.5 ? -1 : 1;
  return () => {
    const previousOffset = offset;
    offset = clamp(previousOffset + direction * random() * maxStep);
    if (Math.abs(offset) === maxOffset) direction = -direction;
    if (previousOffset * offset < 0 && random() < 0.5) isNorthSouth = !isNorthSouth;
    return {
      lat: roundDegrees(center.lat + (isNorthSouth ? offset : 0)),
      lng: roundDegrees(center.lng + (isNorthSouth ? 0 : offset)),
    };
  };
}

function clamp(degrees: number): number {
  return Math.max(-maxOffset, Math.min(maxOffset, degrees));
}

/** Rounds to about a meter. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
