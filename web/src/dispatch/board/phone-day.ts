import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { compareByStart } from '@curbwrench/contract/appointments/upcoming-appointment';
import { quarterHour, toSpan, type Span, type Spot } from './geometry.ts';
import { listLanes, getSpot, type Lane } from './lanes.ts';

/** What a narrow window shows at one time: a lane, or the jobs that need attention. */
export interface PhoneLane {
  /** The lane's id in the URL. */
  readonly id: string;
  readonly name: string;
  /** In order of start time. */
  readonly jobs: readonly Appointment[];
  /** A mechanic's lane, which also shows free time; null for the unassigned jobs and those that need attention. */
  readonly mechanicLane: Lane | null;
}

export const unassignedId = 'unassigned';
export const attentionId = 'attention';

/** Returns a day's lanes in order: the jobs that need attention, the jobs without a mechanic, then each mechanic's. */
export function listPhoneLanes(
  day: BoardDay,
  pendingMoves: ReadonlyMap<number, Spot>,
): PhoneLane[] {
  const lanes = listLanes(day, pendingMoves);
  const jobs = lanes.flatMap(({ blocks }) => blocks.map(({ job }) => job));
  const flaggedJobs = jobs.filter(({ attention }) => attention !== null).toSorted(compareByStart);
  return [
    { id: attentionId, name: 'Needs attention', jobs: flaggedJobs, mechanicLane: null },
    ...lanes.map((lane) => ({
      id: lane.mechanicId ?? unassignedId,
      name: lane.name,
      jobs: lane.blocks.map(({ job }) => job),
      mechanicLane: lane.mechanic && lane,
    })),
  ];
}

/**
 * Returns the lane with this id. If there is none, returns the jobs without a mechanic, or the first mechanic's
 * lane if every job has a mechanic.
 */
export function findPhoneLane(
  lanes: readonly PhoneLane[],
  id: string | undefined,
): PhoneLane | undefined {
  const requestedLane = lanes.find((lane) => lane.id === id);
  if (requestedLane) return requestedLane;
  const unassigned = lanes.find((lane) => lane.id === unassignedId);
  // The third lane is the first mechanic's.
  return unassigned?.jobs.length === 0 ? (lanes.at(2) ?? unassigned) : unassigned;
}

/** A part of a mechanic's day. */
export type DayPart =
  | { readonly kind: 'job'; readonly span: Span; readonly job: Appointment }
  | { readonly kind: 'free'; readonly span: Span }
  | { readonly kind: 'off'; readonly span: Span; readonly reason: string | null };

/** Returns the parts of a mechanic's day in order: jobs, time off, and free time of 15 minutes or more. */
export function listDayParts({ mechanic, blocks }: Lane): DayPart[] {
  const jobs = blocks.map(({ job }): DayPart => {
    const span = toSpan(job);
    return { kind: 'job', span, job };
  });
  const timeOff = (mechanic?.timeOff ?? []).map((part): DayPart => ({
    kind: 'off',
    span: toSpan(part),
    reason: part.reason,
  }));
  const takenSpans = [...jobs, ...timeOff].map(({ span }) => span);
  const freeTime = (mechanic?.sick ? [] : (mechanic?.hours ?? [])).flatMap((hours) =>
    subtractSpans(toSpan(hours), takenSpans)
      .filter(({ from, to }) => to - from >= quarterHour)
      .map((span): DayPart => ({ kind: 'free', span })),
  );
  return [...jobs, ...timeOff, ...freeTime].toSorted((a, b) => a.span.from - b.span.from);
}

/** Returns the parts of a span that none of the other spans covers. */
function subtractSpans(span: Span, others: readonly Span[]): Span[] {
  const uncovered: Span[] = [];
  let { from } = span;
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    if (other.from > from) uncovered.push({ from, to: Math.min(other.from, span.to) });
    from = Math.max(from, other.to);
  }
  if (from < span.to) uncovered.push({ from, to: span.to });
  return uncovered.filter((part) => part.to > part.from);
}

/**
 * Returns the start times that the Move dialog offers for a job, in minutes since midnight: every 15 minutes, as long
 * as the job ends within the range, and the job's current start time.
 */
export function listStarts(range: Span, job: Appointment, length: number): number[] {
  const { start } = getSpot(job);
  const starts = [];
  for (let minute = range.from; minute + length <= range.to; minute += quarterHour) {
    starts.push(minute);
  }
  return starts.includes(start) ? starts : [...starts, start].toSorted((a, b) => a - b);
}
