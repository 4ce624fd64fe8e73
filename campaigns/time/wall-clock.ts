/*
 * Local time, computed with Node's time zone data (`Intl`) instead of the server's code, so that campaigns can
 * compare the two.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a zone's local time at an instant: the date and minutes since midnight. */
export function localTimeAt(instant: number, zone: string): { date: string; minutes: number } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${part.get('year')}-${part.get('month')}-${part.get('day')}`,
    minutes: Number(part.get('hour')) * 60 + Number(part.get('minute')),
  };
}

/** Returns the milliseconds by which a zone's local time is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const wholeMinute = Math.floor(instant / 60_000) * 60_000;
  const { date, minutes } = localTimeAt(wholeMinute, zone);
  return Date.parse(`${date}T00:00:00Z`) + minutes * 60_000 - wholeMinute;
}

/**
 * Returns the instant of a local date and minutes since midnight. If a clock change repeats the local time, returns
 * the first instant; if a clock change skips it, returns the instant whose local time is later by the length
 * of the skipped period (2:30 becomes 3:30).
 */
export function toInstant(date: string, minutes: number, zone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const candidates = [
    wall - offsetAt(wall - 86_400_000, zone),
    wall - offsetAt(wall + 86_400_000, zone),
  ];
  const matching = candidates.filter((at) => at + offsetAt(at, zone) === wall);
  return matching.length > 0 ? Math.min(...matching) : Math.max(...candidates);
}

/** Returns the date `days` days after a date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the day of the week of a date, from 0 for Sunday to 6 for Saturday. */
export function getWeekday(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay();
}

/** Formats minutes since midnight as 'HH:mm'. */
export function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
