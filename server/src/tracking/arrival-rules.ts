import { roundDriveMinutes } from '@curbwrench/contract/places/distance';
import type { Arrival } from '@curbwrench/contract/tracking/schemas';
import type { JourneyFacts, ReportedPosition } from './rules.ts';

const minuteMs = 60_000;

/** A mechanic on the road reports at least every 30 seconds, so a position older than this is outdated. */
const maxPositionAgeMs = 3 * minuteMs;

/** An estimated arrival that has passed by more than this is no longer shown. */
const maxLateMs = 30 * minuteMs;

/** The facts that determine when a mechanic is expected to arrive. */
export interface ArrivalFacts extends JourneyFacts {
  /** The appointment's start time. */
  readonly scheduledStart: Date;
  /** The estimated arrival as computed at departure; null if none was computed. */
  readonly promisedArrival: EstimatedArrival | null;
  /** The estimated arrival from the last position; null if that is outdated or the driving time is unknown. */
  readonly arrivalFromPosition: EstimatedArrival | null;
}

/** An estimated arrival time, and how it was computed. */
export interface EstimatedArrival {
  readonly at: Date;
  readonly source: 'estimate' | 'router';
}

/** Returns whether a mechanic is on the way: departed but not arrived. */
export function isOnTheWay({ status, eventTimes }: JourneyFacts): boolean {
  return status === 'in_progress' && !eventTimes.arrived;
}

/** Returns whether a position is recent enough to estimate the arrival: up to 3 minutes old. */
export function isFresh(position: ReportedPosition, now: Date): boolean {
  return now.getTime() - position.at.getTime() <= maxPositionAgeMs;
}

/**
 * Returns when a mechanic on the way is expected to arrive: as estimated from their position, or else as estimated at
 * departure, or else at the scheduled start. If that time has passed, returns the current time, and after half an hour
 * null.
 */
export function estimateArrival(facts: ArrivalFacts, now: Date): Arrival | null {
  if (!isOnTheWay(facts)) return null;
  const { arrivalFromPosition, promisedArrival, scheduledStart } = facts;
  if (arrivalFromPosition)
    return toArrival(arrivalFromPosition.at, arrivalFromPosition.source, 'position', now);
  if (promisedArrival) {
    return toArrival(promisedArrival.at, promisedArrival.source, 'departure', now);
  }
  return toArrival(scheduledStart, null, 'appointment', now);
}

function toArrival(
  expected: Date,
  source: Arrival['source'],
  from: Arrival['from'],
  now: Date,
): Arrival | null {
  const msAhead = expected.getTime() - now.getTime();
  // If the scheduled start has passed, it doesn't say when the mechanic will arrive.
  if (msAhead < (from === 'appointment' ? 0 : -maxLateMs)) return null;
  return {
    at: new Date(Math.max(expected.getTime(), now.getTime())).toISOString(),
    minutes: msAhead < minuteMs ? 0 : roundDriveMinutes(msAhead / minuteMs),
    source,
    from,
  };
}
