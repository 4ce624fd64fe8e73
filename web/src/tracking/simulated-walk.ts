import type { Position } from '@curbwrench/contract/people/schemas';

/** The maximum distance from the city center, in degrees. */
const maxOffset = 0.005;

/** The maximum distance between two updates, in degrees: about a block. */
const maxStep = 0.001;

/**
 * Returns the demo mechanic's walk around the city center, starting anywhere near it. Each call returns
 * the next point. `random` returns numbers from 0 to 1.
 */
export function startSimulatedWalk(
  centre: Position,
  random: () => number = Math.random,
): () => Position {
  let north = (random() * 2 - 1) * maxOffset;
  let east = (random() * 2 - 1) * maxOffset;
  return () => {
    north = clamp(north + (random() * 2 - 1) * maxStep);
    east = clamp(east + (random() * 2 - 1) * maxStep);
    return { lat: rounded(centre.lat + north), lng: rounded(centre.lng + east) };
  };
}

function clamp(degrees: number): number {
  return Math.max(-maxOffset, Math.min(maxOffset, degrees));
}

/** Rounds to about a meter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
