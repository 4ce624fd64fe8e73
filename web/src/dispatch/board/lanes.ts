import type { BoardDay, BoardMechanic } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { compareByStart } from '@curbwrench/contract/appointments/upcoming-appointment';
import { displayTime, toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { getFullName } from '../../lib/people.ts';
import { stackRows, toSpan, type Spot } from './geometry.ts';

/** A job in its lane; overlapping jobs are in different rows, counted from 0. */
export interface Block {
  readonly job: Appointment;
  readonly row: number;
}

/** A row of the board: a mechanic's day, or the jobs without a mechanic. */
export interface Lane {
  /** Null for the jobs without a mechanic. */
  readonly mechanicId: string | null;
  readonly name: string;
  /** Null for the jobs without a mechanic, and for someone who is no longer a mechanic. */
  readonly mechanic: BoardMechanic | null;
  /** In order of start time. */
  readonly blocks: readonly Block[];
  /** How many rows the blocks need, at least one. */
  readonly rows: number;
}

export const unassignedName = 'Unassigned';

/** Returns a job's spot on the board. */
export function getSpot({ mechanicId, startTime }: Appointment): Spot {
  return { mechanicId, start: toMinutes(startTime) };
}

/** Returns how long a job takes, in minutes. */
export function getDuration(job: Appointment): number {
  const { from, to } = toSpan(job);
  return to - from;
}

/** Returns a copy of the job, moved to a spot. */
export function moveTo(job: Appointment, { mechanicId, start }: Spot): Appointment {
  const endTime = toTimeOfDay(start + getDuration(job));
  return { ...job, mechanicId, startTime: toTimeOfDay(start), endTime };
}

/**
 * Returns the lanes of a day: the jobs without a mechanic first, then each mechanic, then former mechanics who have
 * jobs that day. `pendingMoves` has the new spots of jobs whose move is not confirmed yet, by job id.
 */
export function listLanes(day: BoardDay, pendingMoves: ReadonlyMap<number, Spot>): Lane[] {
  const jobs = day.appointments
    .map((job) => {
      const spot = pendingMoves.get(job.id);
      return spot ? moveTo(job, spot) : job;
    })
    .toSorted(compareByStart);
  const jobsOf = (mechanicId: string | null) => jobs.filter((job) => job.mechanicId === mechanicId);
  const currentIds = new Set(day.mechanics.map(({ id }) => id));
  const formerMechanics = new Map(
    jobs.flatMap(({ mechanicId, mechanic }) =>
      mechanicId === null || currentIds.has(mechanicId) ? [] : [[mechanicId, mechanic] as const],
    ),
  );
  return [
    toLane(null, unassignedName, null, jobsOf(null)),
    ...day.mechanics.map((mechanic) =>
      toLane(mechanic.id, getFullName(mechanic), mechanic, jobsOf(mechanic.id)),
    ),
    ...[...formerMechanics].map(([id, person]) =>
      toLane(id, person ? getFullName(person) : 'Unknown Mechanic', null, jobsOf(id)),
    ),
  ];
}

function toLane(
  mechanicId: string | null,
  name: string,
  mechanic: BoardMechanic | null,
  jobs: readonly Appointment[],
): Lane {
  const rows = stackRows(jobs.map(toSpan));
  return {
    mechanicId,
    name,
    mechanic,
    blocks: jobs.map((job, index) => ({ job, row: rows[index] ?? 0 })),
    rows: Math.max(1, ...rows.map((row) => row + 1)),
  };
}

/** Returns whether two lanes show the same mechanic and the same blocks. */
export function hasSameBlocks(a: Lane, b: Lane): boolean {
  return (
    a.mechanicId === b.mechanicId &&
    a.name === b.name &&
    a.mechanic === b.mechanic &&
    a.blocks.length === b.blocks.length &&
    a.blocks.every(({ job, row }, index) => {
      const other = b.blocks[index];
      return job === other?.job && row === other.row;
    })
  );
}

/** Returns a mechanic's working hours and number of jobs, such as '8 AM–5 PM · 3 jobs', or 'Out sick today'. */
export function describeDay({ mechanic, blocks }: Lane): string {
  if (!mechanic) return countText(blocks.length);
  const hours = mechanic.hours
    .map(({ startTime, endTime }) => [startTime, endTime].map(displayShortTime).join('–'))
    .join(', ');
  if (mechanic.sick) return 'Out sick today';
  return `${hours || 'Not working'} · ${countText(blocks.length)}`;
}

/** Returns '1 job' or 'No jobs'. */
export function countText(count: number): string {
  return count === 1 ? '1 job' : `${count || 'No'} jobs`;
}

/** Returns a time as '8 AM' or '8:30 AM'. */
export function displayShortTime(time: string): string {
  return displayTime(time).replace(':00', '');
}

/** Returns the lane above or below the given one, or the same lane at the edge. */
export function stepLane(
  lanes: readonly Lane[],
  mechanicId: string | null,
  direction: 1 | -1,
): Lane | undefined {
  const index = lanes.findIndex((lane) => lane.mechanicId === mechanicId);
  return lanes[Math.max(0, Math.min(lanes.length - 1, index + direction))];
}

/** Returns the job that an arrow key moves focus to: in the same lane, or the nearest in the next lane with jobs. */
export function findNextJob(lanes: readonly Lane[], id: number, key: string): number | null {
  const index = lanes.findIndex(({ blocks }) => blocks.some(({ job }) => job.id === id));
  const blocks = lanes[index]?.blocks ?? [];
  const position = blocks.findIndex(({ job }) => job.id === id);
  const current = blocks[position];
  if (!current) return null;
  if (key === 'ArrowLeft') return blocks[position - 1]?.job.id ?? null;
  if (key === 'ArrowRight') return blocks[position + 1]?.job.id ?? null;
  const others = key === 'ArrowUp' ? lanes.slice(0, index).toReversed() : lanes.slice(index + 1);
  const next = others.find((lane) => lane.blocks.length > 0)?.blocks ?? [];
  const { start } = getSpot(current.job);
  const distance = ({ job }: Block) => Math.abs(getSpot(job).start - start);
  return next.toSorted((a, b) => distance(a) - distance(b))[0]?.job.id ?? null;
}

/** Returns a summary such as '20 jobs, 3 unassigned'. */
export function summarizeJobs({ appointments }: Pick<BoardDay, 'appointments'>): string {
  const unassignedCount = appointments.filter(({ mechanicId }) => mechanicId === null).length;
  const all = countText(appointments.length);
  return unassignedCount === 0 ? all : `${all}, ${unassignedCount} unassigned`;
}
