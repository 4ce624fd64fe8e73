import type { Position } from '@curbwrench/contract/people/schemas';

/** The simulated position stays within this many degrees of the city center. */
const reach = 0.005;

/** The distance between two updates, in degrees: about a block. */
const stride = 0.001;

/**
 * Returns the demo mechanic's walk around the city center, starting anywhere near it. Each call returns
 * the next point. `random` returns numbers from 0 to 1.
 */
export function startSimulatedWalk(
  centre: Position,
  random: () => number = Math.random,
): () => Position {
  let north = (random() * 2 - 1) * reach;
  let east = (random() * 2 - 1) * reach;
  return () => {
    north = within(north + (random() * 2 - 1) * stride);
    east = within(east + (random() * 2 - 1) * stride);
    return { lat: rounded(centre.lat + north), lng: rounded(centre.lng + east) };
  };
}

function within(degrees: number): number {
  return Math.max(-reach, Math.min(reach, degrees));
}

/** Rounds to about a meter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
