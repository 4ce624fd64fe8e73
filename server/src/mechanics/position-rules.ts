import { isCoarse } from '@curbwrench/contract/people/position-accuracy';
import type { Position, ReportedPosition } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';

/** The fastest that a mechanic can move: 200 km/h, in meters per second. */
const topSpeedMetersPerSecond = 200 / 3.6;

/** A move of up to this many meters, however fast, can be caused by measurement errors alone. */
const maxErrorMeters = 1_000;

/** After this much time, a mechanic can be anywhere, whatever their last position was. */
const maxComparisonMs = 10 * 60_000;

/** The last stored position. */
export interface StoredPosition extends Position {
  readonly at: Date;
}

/**
 * Returns whether a reported position is worth storing: it is not coarse, and the mechanic could have reached it from
 * the last position. A position without an accuracy, such as one from the demo's simulation, was not measured and is
 * always accepted.
 */
export function isPlausible(
  { accuracy, ...position }: ReportedPosition,
  last: StoredPosition | null,
  now: Date,
): boolean {
  if (accuracy === undefined) return true;
  if (isCoarse(accuracy)) return false;
  if (last === null) return true;
  const elapsedMs = now.getTime() - last.at.getTime();
  if (elapsedMs > maxComparisonMs) return true;
  const meters = straightLineMeters(last, position);
  return meters <= maxErrorMeters || meters <= (topSpeedMetersPerSecond * elapsedMs) / 1_000;
}
