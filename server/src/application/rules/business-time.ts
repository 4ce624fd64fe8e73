import { tzOffset } from '@date-fns/tz/tzOffset';
import { toMinutes } from '@curbwrench/contract/fields/calendar';

/** The business's local time: its date, and whole minutes since its midnight. */
export interface LocalTime {
  readonly date: string;
  readonly minutes: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Returns the local time in `timeZone` at the instant `now`. On a night when daylight saving begins or ends, the
 * minutes jump or repeat like the wall clock. Throws on an unknown zone.
 */
export function toLocalTime(now: Date, timeZone: string): LocalTime {
  const localAsUtc = new Date(now.getTime() + offsetAt(now.getTime(), timeZone));
  return {
    date: localAsUtc.toISOString().slice(0, 10),
    minutes: localAsUtc.getUTCHours() * 60 + localAsUtc.getUTCMinutes(),
  };
}

/**
 * Returns the instant at which clocks in `timeZone` show `date` and `time` ('00:00' to '24:00'). A time
 * skipped in spring is read as the time an hour later (02:30 as 03:30); a time repeated in fall means the first
 * of the two. Throws on an unknown zone.
 */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const wallTime = Date.parse(`${date}T00:00:00Z`) + toMinutes(time) * minuteMs;
  // If clocks change near this time, the offsets a day before and a day after are the offsets before and after the
  // change.
  const before = wallTime - offsetAt(wallTime - dayMs, timeZone);
  const after = wallTime - offsetAt(wallTime + dayMs, timeZone);
  const matchingInstants = [before, after].filter((at) => at + offsetAt(at, timeZone) === wallTime);
  return new Date(
    matchingInstants.length > 0 ? Math.min(...matchingInstants) : Math.max(before, after),
  );
}

/**
 * The offsets computed so far, by zone and minute. Computing an offset formats a date, which is slow, and requests
 * repeatedly need the offset of the current minute and the offsets of the same few days.
 */
const offsets = new Map<string, number>();
const maximumOffsets = 10_000;

/** Returns by how many milliseconds clocks in the zone are ahead of UTC at an instant. */
function offsetAt(at: number, timeZone: string): number {
  // Clocks change at whole minutes.
  const key = `${timeZone} ${Math.floor(at / minuteMs)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = computeOffset(at, timeZone);
    if (offsets.size === maximumOffsets) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

function computeOffset(at: number, timeZone: string): number {
  const offset = tzOffset(timeZone, new Date(at));
  if (Number.isNaN(offset)) throw new RangeError(`${timeZone} is not a time zone.`);
  return Math.round(offset * minuteMs);
}

/** The current time: as an instant, and as the business's local time. */
export interface CurrentTime {
  readonly now: Date;
  readonly local: LocalTime;
  readonly timeZone: string;
}
