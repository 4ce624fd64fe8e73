import { isCoarse } from '@curbwrench/contract/people/position-accuracy';
import type { Position, ReportedPosition } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';

/** The fastest that a mechanic can move: 200 km/h, in meters per second. */
const topSpeed = 200 / 3.6;

/** Within this distance, in meters, even a fast move is only the uncertainty of two measurements. */
const alwaysPossibleMeters = 1_000;

/** After this time a position says nothing about where the mechanic can be. */
const comparableMs = 10 * 60_000;

/** The position stored last. */
export interface StoredPosition extends Position {
  readonly at: Date;
}

/**
 * Returns whether a reported position is worth storing: it is not coarse, and it can be reached from the last
 * one. Only measured positions, which state their accuracy, can be measured wrongly; a client that states
 * none, such as the demo's simulated walk, says where the mechanic is.
 */
export function isPlausible(
  { accuracy, ...position }: ReportedPosition,
  last: StoredPosition | null,
  now: Date,
): boolean {
  if (accuracy === undefined) return true;
  if (isCoarse(accuracy)) return false;
  if (last === null) return true;
  const passedMs = now.getTime() - last.at.getTime();
  if (passedMs > comparableMs) return true;
  const meters = straightLineMeters(last, position);
  return meters <= alwaysPossibleMeters || meters <= (topSpeed * passedMs) / 1_000;
}
