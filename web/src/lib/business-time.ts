/*
 * Converts instants to a time zone's calendar with the browser's own `Intl`: a date library would be
 * larger than the landing page. Plain dates and times of day are text without a time zone: see the
 * contract's calendar.
 */

interface ZonedParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** Caches one format per time zone, because creating a format costs more than using it. */
class ZonedFormat {
  readonly #options: Intl.DateTimeFormatOptions;
  readonly #formats = new Map<string, Intl.DateTimeFormat>();

  constructor(options: Intl.DateTimeFormatOptions) {
    this.#options = options;
  }

  forZone(timeZone: string): Intl.DateTimeFormat {
    const cached = this.#formats.get(timeZone);
    if (cached) return cached;
    const format = new Intl.DateTimeFormat('en-US', { ...this.#options, timeZone });
    this.#formats.set(timeZone, format);
    return format;
  }
}

const partsFormat = new ZonedFormat({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const dateFormat = new ZonedFormat({
  weekday: 'short',
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
const timeFormat = new ZonedFormat({ hour: 'numeric', minute: '2-digit', hour12: true });

/** Returns the date of an instant (milliseconds or ISO text) in a time zone, as `yyyy-MM-dd`. */
export function dateIn(timeZone: string, instant: number | string): string {
  const { year, month, day } = partsIn(timeZone, instant);
  return `${year}-${month}-${day}`;
}

/** Returns the time of day of an instant in a time zone, as `HH:MM`. */
export function timeIn(timeZone: string, instant: number | string): string {
  const { hour, minute } = partsIn(timeZone, instant);
  return `${hour}:${minute}`;
}

/**
 * Returns the instant, in milliseconds, of a date and a time of day in a time zone. For a time that a DST change
 * skips or repeats, the result can be off by an hour.
 */
function instantIn(timeZone: string, date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const offsetAt = (instant: number) =>
    Date.parse(`${dateIn(timeZone, instant)}T${timeIn(timeZone, instant)}Z`) - instant;
  // The offset may differ at the first guess, so it is read again there.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** Returns the hours from `now` until a date and a time of day in a time zone, even across DST changes. */
export function getHoursUntil(timeZone: string, date: string, time: string, now: number): number {
  return (instantIn(timeZone, date, time) - now) / 3_600_000;
}

/** Returns the date of an instant in a time zone, as 'Thu, Mar 05, 2026'. */
export function displayDateIn(timeZone: string, instant: number | string): string {
  return dateFormat.forZone(timeZone).format(new Date(instant));
}

/** Returns the date and time of an instant in a time zone, as 'Thu, Mar 05, 2026, 2:05 PM'. */
export function displayInstantIn(timeZone: string, instant: number | string): string {
  return `${displayDateIn(timeZone, instant)}, ${displayTimeIn(timeZone, instant)}`;
}

/** Returns the time of an instant in a time zone, as '2:05 PM'. */
export function displayTimeIn(timeZone: string, instant: number | string): string {
  // Newer browsers put a narrow space before AM and PM.
  return timeFormat.forZone(timeZone).format(new Date(instant)).replace(/\s/g, ' ');
}

/** Returns the milliseconds from `now` until a time zone's next midnight, even across DST changes. */
export function untilMidnightIn(timeZone: string, now: number): number {
  const date = dateIn(timeZone, now);
  // Searches the next 26 hours, because a day on which the clocks change can have more than 24.
  let [low, high] = [now, now + 26 * 3_600_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateIn(timeZone, middle) === date) low = middle;
    else high = middle;
  }
  return high - now;
}

/**
 * Returns 'Never' for no instant, 'just now' under a minute, 'Nm ago' under 60 minutes, otherwise 'Nh ago'. `now` is
 * in milliseconds. An instant slightly in the future, from a clock that is behind, is 'just now'.
 */
export function timeAgo(instant: string | null, now: number): string {
  if (instant === null) return 'Never';
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes}m ago` : `${Math.floor(minutes / 60)}h ago`;
}

function partsIn(timeZone: string, instant: number | string): ZonedParts {
  const parts = partsFormat.forZone(timeZone).formatToParts(new Date(instant));
  const partValue = (type: keyof ZonedParts) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: partValue('year'),
    month: partValue('month'),
    day: partValue('day'),
    hour: partValue('hour'),
    minute: partValue('minute'),
  };
}
