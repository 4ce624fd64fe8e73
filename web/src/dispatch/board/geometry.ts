import type { Placements } from '@curbwrench/contract/appointments/board-schemas';
import { toMinutes } from '@curbwrench/contract/fields/calendar';

/** A range of time, in minutes since midnight. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** In minutes. Jobs are placed on quarter hours. */
export const quarterHour = 15;

const hour = 60;
const endOfDay = 24 * hour;

/** The hours shown for a day without working hours or jobs. */
const defaultRange: Span = { from: 8 * hour, to: 18 * hour };

/** Converts a start and end time to minutes since midnight. */
export function toSpan({ startTime, endTime }: Times): Span {
  return { from: toMinutes(startTime), to: toMinutes(endTime) };
}

interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

interface DayTimes {
  readonly mechanics: readonly { readonly hours: readonly Times[] }[];
  readonly appointments: readonly Times[];
}

/** Returns the range the board shows: all working hours and jobs, rounded to full hours, plus an hour on each side. */
export function getDayRange({ mechanics, appointments }: DayTimes): Span {
  const spans = [...mechanics.flatMap(({ hours }) => hours), ...appointments].map(toSpan);
  const from = spans.length === 0 ? defaultRange.from : Math.min(...spans.map((span) => span.from));
  const to = spans.length === 0 ? defaultRange.to : Math.max(...spans.map((span) => span.to));
  return {
    from: Math.max(0, Math.floor(from / hour) * hour - hour),
    to: Math.min(endOfDay, Math.ceil(to / hour) * hour + hour),
  };
}

/** Returns the start of each hour in a range, in minutes since midnight. */
export function listHours({ from, to }: Span): number[] {
  return Array.from({ length: Math.ceil((to - from) / hour) }, (_, index) => from + index * hour);
}

/** Returns a span's left edge and width as percentages of the range. Parts outside the range are cut off. */
export function toPercentages(span: Span, range: Span): { left: number; width: number } {
  const length = range.to - range.from;
  const from = Math.max(span.from, range.from);
  const to = Math.max(from, Math.min(span.to, range.to));
  return { left: ((from - range.from) / length) * 100, width: ((to - from) / length) * 100 };
}

/** Returns the minute of the day at the horizontal position `x` on a lane's track, both in pixels. */
export function toMinuteAt(x: number, track: { left: number; width: number }, range: Span): number {
  return range.from + ((x - track.left) / track.width) * (range.to - range.from);
}

/** Returns the quarter hour nearest to `minute` at which a job of this length starts and ends within the range. */
export function snapStart(minute: number, length: number, range: Span): number {
  const nearest = Math.round(minute / quarterHour) * quarterHour;
  const latest = Math.floor((Math.min(range.to, endOfDay) - length) / quarterHour) * quarterHour;
  return Math.max(range.from, Math.min(nearest, latest));
}

/** Returns the next quarter hour before or after a start time, which need not be on a quarter hour itself. */
export function stepStart(start: number, direction: 1 | -1): number {
  return direction === 1
    ? (Math.floor(start / quarterHour) + 1) * quarterHour
    : (Math.ceil(start / quarterHour) - 1) * quarterHour;
}

/** Returns a row for each span, counted from 0. Overlapping spans get different rows; as few rows as possible are used. */
export function stackRows(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  const rows = new Map<Span, number>();
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const freeRow = ends.findIndex((end) => end <= span.from);
    const row = freeRow === -1 ? ends.length : freeRow;
    ends[row] = span.to;
    rows.set(span, row);
  }
  return spans.map((span) => rows.get(span) ?? 0);
}

/** A position on the board: a lane's mechanic (null for the unassigned jobs), and a start in minutes since midnight. */
export interface Spot {
  readonly mechanicId: string | null;
  readonly start: number;
}

/** Returns the ranges of start times at which a job fits in a mechanic's lane; if `mechanicId` is null, in any lane. */
export function listFittingStarts({ mechanics }: Placements, mechanicId: string | null): Span[] {
  return mechanics
    .filter(({ id }) => mechanicId === null || id === mechanicId)
    .flatMap(({ starts }) =>
      starts.map(({ from, to }) => ({ from: toMinutes(from), to: toMinutes(to) })),
    );
}

/** Returns whether the server would accept a job at the spot without asking for confirmation. */
export function canFit(placements: Placements, { mechanicId, start }: Spot): boolean {
  const ranges = listFittingStarts(placements, mechanicId);
  return ranges.some(({ from, to }) => from <= start && start <= to);
}
