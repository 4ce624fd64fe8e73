import type { DayPlan, Commitment, Interval, MechanicDay } from './day-plan.ts';
import { listMissingSkills } from './skills.ts';

/** A job on the day: an open appointment, or one that is being requested. */
export interface Job {
  /** The appointment's number, or null if it isn't booked yet. */
  readonly appointmentId: number | null;
  readonly interval: Interval;
  /** The minutes after the job during which its mechanic can't do another one; 0 if missing. */
  readonly buffer?: number | undefined;
  /** Whether the office confirmed that the job is outside working hours. */
  readonly outsideHours?: boolean | undefined;
  /** Whether the job may end after working hours, unlike others, because it was booked before that rule. */
  readonly mayEndLate?: boolean | undefined;
  readonly skills: readonly string[];
  /** Mechanics who declined the job; their time is not held for it. */
  readonly declinedBy?: readonly string[];
  /** Cached by `Roster.listCandidates`. */
  candidates?: readonly RosterEntry[];
}

/** The properties of a job that determine who can do it. */
export type JobRequirements = Pick<
  Job,
  'interval' | 'buffer' | 'outsideHours' | 'mayEndLate' | 'skills'
>;

/** The reason why a mechanic cannot do a job, even if holds are moved. */
export type Obstacle =
  | { readonly kind: 'closed' | 'hours' | 'ends_late' }
  | { readonly kind: 'skill'; readonly missing: readonly string[] }
  | { readonly kind: 'off'; readonly interval: Interval }
  | { readonly kind: 'busy'; readonly job: Commitment };

/** A mechanic with the jobs that already take up their day. */
export interface RosterEntry {
  readonly mechanic: MechanicDay;
  /** Working hours, with adjoining intervals merged. */
  readonly hours: readonly Interval[];
  /** Appointments assigned to them, which never move. */
  readonly fixed: Commitment[];
  /** Appointments for which their time is held; a booking may move these to someone else. */
  held: readonly Job[];
  /** Minutes taken up that day. */
  load: number;
}

/**
 * How many more mechanics the searches of one request may consider for jobs that would have to move. This limits the
 * total time of all searches. After the budget is used up, no hold moves.
 */
export interface SearchBudget {
  mechanics: number;
}

/**
 * A day's plan by mechanic, used to check who works at a given time, has the required skills and is not busy. Built
 * once per request for all of its checks, such as those of a day's ten slots.
 */
export class Roster {
  readonly plan: DayPlan;
  readonly entries: readonly RosterEntry[];
  readonly #byId: ReadonlyMap<string, RosterEntry>;
  /** The assignment that `tryAssignment` is trying. */
  #trial: { readonly job: Job; readonly entry: RosterEntry } | null = null;

  readonly budget: SearchBudget;

  constructor(plan: DayPlan, budget: SearchBudget = { mechanics: Infinity }) {
    this.plan = plan;
    this.budget = budget;
    this.entries = plan.mechanics.map((mechanic) => ({
      mechanic,
      hours: mergeIntervals(mechanic.hours),
      fixed: [],
      held: [],
      load: 0,
    }));
    this.#byId = new Map(this.entries.map((entry) => [entry.mechanic.id, entry]));
    for (const commitment of plan.commitments) {
      const { interval, mechanicId, heldMechanicId } = commitment;
      const entry = this.findEntry(mechanicId ?? heldMechanicId);
      if (!entry) continue;
      if (mechanicId === null) entry.held = [...entry.held, toJob(commitment)];
      else entry.fixed.push(commitment);
      entry.load += interval.to - interval.from;
    }
  }

  /** Returns a mechanic's entry, or undefined if the id is null or the mechanic isn't active. */
  findEntry(mechanicId: string | null): RosterEntry | undefined {
    return mechanicId === null ? undefined : this.#byId.get(mechanicId);
  }

  /** Returns why each mechanic cannot do the job, in the order of `entries`; null for those who can. */
  findObstacles(job: JobRequirements): (Obstacle | null)[] {
    return this.entries.map((entry) => this.findObstacle(entry, job));
  }

  /** Returns why this mechanic cannot do the job, even if holds are moved, or null if they can. */
  findObstacle(entry: RosterEntry, job: JobRequirements): Obstacle | null {
    const { mechanic } = entry;
    if (this.plan.holiday !== null && !job.outsideHours) return { kind: 'closed' };
    const missing = listMissingSkills(mechanic.skills, job.skills);
    if (missing.length > 0) return { kind: 'skill', missing };
    const hoursObstacle = job.outsideHours ? null : this.#findHoursObstacle(entry, job);
    if (hoursObstacle) return hoursObstacle;
    const off = mechanic.off.find((interval) => overlaps(interval, job.interval));
    if (off) return { kind: 'off', interval: off };
    const busy = entry.fixed.find((fixed) => conflicts(fixed, job));
    return busy ? { kind: 'busy', job: busy } : null;
  }

  #findHoursObstacle(
    { hours }: RosterEntry,
    { interval, mayEndLate = false }: JobRequirements,
  ): Obstacle | null {
    if (!hours.some((each) => startsWithin(each, interval))) return { kind: 'hours' };
    const endsLate =
      this.plan.mustEndWithinWorkingHours &&
      !mayEndLate &&
      !hours.some((each) => fitsWithin(each, interval));
    return endsLate ? { kind: 'ends_late' } : null;
  }

  /** Returns the mechanics whose time could be held for the job if no other hold were in the way. */
  listCandidates(job: Job): readonly RosterEntry[] {
    job.candidates ??= this.entries.filter(
      (entry) =>
        !job.declinedBy?.includes(entry.mechanic.id) && this.findObstacle(entry, job) === null,
    );
    this.budget.mechanics -= job.candidates.length;
    const trial = this.#trial;
    return trial && conflicts(trial.job, job)
      ? job.candidates.filter((entry) => entry !== trial.entry)
      : job.candidates;
  }

  /** Whether there is budget left to search for mechanics to whom holds could move. */
  get maySearch(): boolean {
    return this.budget.mechanics > 0;
  }

  /** Holds this mechanic's time for a job that has no hold. */
  hold(job: Job, entry: RosterEntry): void {
    entry.held = [...entry.held, job];
    entry.load += getLength(job);
  }

  /** Removes the job's hold, if it has one, and returns whose time was held. */
  release(job: Job): RosterEntry | undefined {
    const entry = this.entries.find(({ held }) => held.includes(job));
    if (!entry) return undefined;
    entry.held = entry.held.filter((other) => other !== job);
    entry.load -= getLength(job);
    return entry;
  }

  /**
   * Runs `work` as if the job were assigned to the mechanic, who must have no obstacle to it, and as if the holds in
   * its way were released. `work` gets these holds in order of start time. Then undoes whatever `work` changed in the
   * roster.
   */
  tryAssignment<Result>(
    entry: RosterEntry,
    job: Job,
    work: (released: readonly Job[]) => Result,
  ): Result {
    const before = this.entries.map((each) => ({ each, held: each.held, load: each.load }));
    const released = entry.held.filter((held) => conflicts(held, job)).toSorted(compareStarts);
    for (const held of released) this.release(held);
    entry.load += getLength(job);
    this.#trial = { entry, job };
    try {
      return work(released);
    } finally {
      this.#trial = null;
      for (const { each, held, load } of before) Object.assign(each, { held, load });
    }
  }
}

function getLength({ interval }: Job): number {
  return interval.to - interval.from;
}

/** Orders by start time; ties are broken by the appointment's number. */
function compareStarts(a: Job, b: Job): number {
  return a.interval.from - b.interval.from || (a.appointmentId ?? 0) - (b.appointmentId ?? 0);
}

/** Converts an appointment without an assigned mechanic to a job. */
export function toJob(commitment: Commitment): Job {
  const { appointmentId, interval, buffer, outsideHours, skills, declinedBy = [] } = commitment;
  return { appointmentId, interval, buffer, outsideHours, skills, declinedBy };
}

/** Returns whether a job starts within working hours. Whether it must also end within them is a setting. */
export function startsWithin(hours: Interval, job: Interval): boolean {
  return hours.from <= job.from && job.from < hours.to;
}

/** Returns whether a job both starts and ends within working hours. */
export function fitsWithin(hours: Interval, job: Interval): boolean {
  return startsWithin(hours, job) && job.to <= hours.to;
}

const minutesPerDay = 24 * 60;

/** Returns whether two intervals share a minute. An interval of length zero overlaps nothing. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to);
}

type TimeTaken = Pick<Job, 'interval' | 'buffer'>;

/** Returns whether two jobs conflict for one mechanic: they overlap or leave too short a buffer between them. */
export function conflicts(a: TimeTaken, b: TimeTaken): boolean {
  return overlaps(withBuffer(a), withBuffer(b));
}

/** Returns the interval of a job including its buffer, which ends at midnight at the latest. */
export function withBuffer({ interval, buffer = 0 }: TimeTaken): Interval {
  return buffer === 0
    ? interval
    : { from: interval.from, to: Math.min(interval.to + buffer, minutesPerDay) };
}

/** Returns the intervals sorted, with those that touch or overlap merged. */
export function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  if (intervals.length < 2) return intervals;
  const result: Interval[] = [];
  for (const next of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && next.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    } else {
      result.push(next);
    }
  }
  return result;
}
