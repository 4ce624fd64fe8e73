import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';

/** A movement of a marker from where it is drawn to its newest reported position; times in milliseconds. */
export interface Glide {
  readonly from: Position;
  readonly to: Position;
  readonly startedAt: number;
  readonly durationMs: number;
}

const shortestMs = 2_000;
const longestMs = 20_000;
/** After a longer pause or a longer way nobody knows the way between two reports, so the marker jumps. */
const jumpAfterMs = 60_000;
const jumpBeyondMeters = 1_000;

/**
 * Returns the movement to a new report that came `sinceLastMs` after the one before. It takes as long as the
 * time between the two, so that a marker is one report behind and never beyond the last one; it takes no time
 * where it jumps.
 */
export function planGlide(from: Position, to: Position, now: number, sinceLastMs: number): Glide {
  const jumps = sinceLastMs > jumpAfterMs || straightLineMeters(from, to) > jumpBeyondMeters;
  const durationMs = jumps ? 0 : Math.min(longestMs, Math.max(shortestMs, sinceLastMs));
  return { from, to, startedAt: now, durationMs };
}

/** Returns where the marker is drawn at a time: on the straight line, and at its end once the time is over. */
export function getGlidePoint({ from, to, startedAt, durationMs }: Glide, now: number): Position {
  const share = durationMs === 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / durationMs));
  if (share === 1) return to;
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
  };
}
