import type { Position } from '@curbwrench/contract/people';

/** The simulated position stays within this many degrees of the city's center. */
const reach = 0.005;

/** How far it goes between two updates, in degrees: about a block. */
const stride = 0.001;

/**
 * The demo's mechanic: a walk about the city's center that begins anywhere near it. Each call is
 * its next point. `random` answers numbers from 0 to 1.
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

/** To a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
