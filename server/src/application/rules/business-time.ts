import { tzOffset } from '@date-fns/tz/tzOffset';
import { toMinutes } from '@curbwrench/contract/fields/calendar';

/** The business's local time: its date, and whole minutes since its midnight. */
export interface LocalTime {
  readonly date: string;
  readonly minutes: number;
}

const minute = 60_000;
const day = 86_400_000;

/**
 * Returns the local time in `timeZone` at the instant `now`. On a night when daylight saving begins or ends, the
 * minutes jump or repeat like the wall clock. Throws on an unknown zone.
 */
export function toLocalTime(now: Date, timeZone: string): LocalTime {
  const shifted = new Date(now.getTime() + offsetAt(now.getTime(), timeZone));
  return {
    date: shifted.toISOString().slice(0, 10),
    minutes: shifted.getUTCHours() * 60 + shifted.getUTCMinutes(),
  };
}

/**
 * Returns the instant at which clocks in `timeZone` show `date` and `time` ('00:00' to '24:00'). A time
 * skipped in spring is read as the time an hour later (02:30 as 03:30); a time repeated in fall means the first
 * of the two. Throws on an unknown zone.
 */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + toMinutes(time) * minute;
  // The offsets a day before and a day after are those on either side of any clock change near this time.
  const before = wall - offsetAt(wall - day, timeZone);
  const after = wall - offsetAt(wall + day, timeZone);
  const matching = [before, after].filter((at) => at + offsetAt(at, timeZone) === wall);
  return new Date(matching.length > 0 ? Math.min(...matching) : Math.max(before, after));
}

/** The last result is cached, since most calls are about the current minute in the business's own zone. */
let cached = { timeZone: '', minute: NaN, offset: NaN };

/** Returns by how many milliseconds clocks in the zone are ahead of UTC at an instant. */
function offsetAt(at: number, timeZone: string): number {
  // Clocks change at whole minutes.
  const minuteNumber = Math.floor(at / minute);
  if (cached.timeZone !== timeZone || cached.minute !== minuteNumber) {
    cached = { timeZone, minute: minuteNumber, offset: computeOffset(at, timeZone) };
  }
  return cached.offset;
}

function computeOffset(at: number, timeZone: string): number {
  const offset = tzOffset(timeZone, new Date(at));
  if (Number.isNaN(offset)) throw new RangeError(`${timeZone} is not a time zone.`);
  return Math.round(offset * minute);
}

/** The current moment: the instant, and the business's local time. */
export interface Moment {
  readonly now: Date;
  readonly local: LocalTime;
  readonly timeZone: string;
}
