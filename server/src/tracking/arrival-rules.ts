import { roundDriveMinutes } from '@curbwrench/contract/places/distance';
import type { Arrival } from '@curbwrench/contract/tracking/schemas';
import type { JourneyFacts, ReportedPosition } from './rules.ts';

const minuteMs = 60_000;

/** A mechanic on the road reports every 30 seconds at least; an older position is not where they are. */
const freshMs = 3 * minuteMs;

/** That long after the time that was expected, it says nothing anymore. */
const maxLateMs = 30 * minuteMs;

/** What determines when a mechanic is expected. */
export interface ArrivalFacts extends JourneyFacts {
  /** The start that was agreed with the customer. */
  readonly agreedStart: Date;
  /** When they were expected at their departure, if that was computed. */
  readonly promise: ExpectedTime | null;
  /** When they are expected by their last position, if that is fresh and the drive is known. */
  readonly fromPosition: ExpectedTime | null;
}

/** A time, and how it was computed. */
export interface ExpectedTime {
  readonly at: Date;
  readonly source: 'estimate' | 'router';
}

/** Returns whether a mechanic is on the way: departed and not yet there. */
export function isOnTheWay({ status, eventTimes }: JourneyFacts): boolean {
  return status === 'in_progress' && !eventTimes.arrived;
}

/** Returns whether an arrival can be computed from this position: it is at most 3 minutes old. */
export function isFresh(position: ReportedPosition, now: Date): boolean {
  return now.getTime() - position.at.getTime() <= freshMs;
}

/**
 * Returns when a mechanic on the way is expected: by their position; otherwise by their departure; if where they
 * departed is unknown, at the agreed start. A time that has passed becomes now, and after half an hour null:
 * nobody knows then.
 */
export function getArrival(facts: ArrivalFacts, now: Date): Arrival | null {
  if (!isOnTheWay(facts)) return null;
  const { fromPosition, promise, agreedStart } = facts;
  if (fromPosition) return toArrival(fromPosition.at, fromPosition.source, 'position', now);
  if (promise) return toArrival(promise.at, promise.source, 'departure', now);
  return toArrival(agreedStart, null, 'appointment', now);
}

function toArrival(
  expected: Date,
  source: Arrival['source'],
  from: Arrival['from'],
  now: Date,
): Arrival | null {
  const ahead = expected.getTime() - now.getTime();
  // The agreed start says nothing about a mechanic who departed after it.
  if (ahead < (from === 'appointment' ? 0 : -maxLateMs)) return null;
  return {
    at: new Date(Math.max(expected.getTime(), now.getTime())).toISOString(),
    minutes: ahead < minuteMs ? 0 : roundDriveMinutes(ahead / minuteMs),
    source,
    from,
  };
}
