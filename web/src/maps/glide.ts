import type { Position } from '@curbwrench/contract/people/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';

/** The movement of a marker from its displayed position to the last reported one; times in milliseconds. */
export interface Glide {
  readonly from: Position;
  readonly to: Position;
  readonly startedAt: number;
  readonly durationMs: number;
}

const minDurationMs = 2_000;
const maxDurationMs = 20_000;
/** Beyond this time between two reports, or this distance, the path is unknown, so the marker jumps. */
const jumpAfterMs = 60_000;
const jumpBeyondMeters = 1_000;

/**
 * Returns the movement to the position in a new report, which came `sinceLastMs` after the previous one. The movement
 * takes just as long, within limits, so that a marker stays one report behind and never moves beyond the last report.
 * A jump takes no time.
 */
export function planGlide(from: Position, to: Position, now: number, sinceLastMs: number): Glide {
  const isJump = sinceLastMs > jumpAfterMs || straightLineMeters(from, to) > jumpBeyondMeters;
  const durationMs = isJump ? 0 : Math.min(maxDurationMs, Math.max(minDurationMs, sinceLastMs));
  return { from, to, startedAt: now, durationMs };
}

/** Returns the marker's position at a time: on the straight line between the two positions, then at the new one. */
export function getGlidePoint({ from, to, startedAt, durationMs }: Glide, now: number): Position {
  const progress = durationMs === 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / durationMs));
  if (progress === 1) return to;
  return {
    lat: from.lat + (to.lat - from.lat) * progress,
    lng: from.lng + (to.lng - from.lng) * progress,
  };
}
