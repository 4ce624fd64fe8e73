import type { DayPlan, Engagement, Interval, MechanicDay } from './day-plan.ts';

/** A part of a mechanic's day: an open appointment, or a requested one. */
export interface Job {
  /** The appointment's number, or null if it isn't booked yet. */
  readonly appointmentId: number | null;
  readonly interval: Interval;
  readonly skills: readonly string[];
  /** Mechanics who declined it: their time is not held for it. */
  readonly declinedBy?: readonly string[];
  /** Cached by `Roster.listCandidates`. */
  candidates?: readonly RosterEntry[];
}

/** Why a mechanic cannot do a job, even if holds are moved. */
export type Obstacle =
  | { readonly kind: 'closed' | 'hours' | 'ends_late' }
  | { readonly kind: 'skill'; readonly missing: readonly string[] }
  | { readonly kind: 'off'; readonly interval: Interval }
  | { readonly kind: 'busy'; readonly job: Engagement };

/** A mechanic with what already takes up their day. */
export interface RosterEntry {
  readonly mechanic: MechanicDay;
  /** Working hours, with adjoining intervals merged. */
  readonly hours: readonly Interval[];
  /** Assigned to them: never moved. */
  readonly fixed: Engagement[];
  /** Their time is held for these; a booking may move them to someone else. */
  readonly held: Job[];
  /** Minutes taken up that day. */
  load: number;
}

/**
 * A day's plan by mechanic: who works then, has the skills and is not taken. Built once for the many checks of
 * one request, such as a day's ten slots.
 */
export class Roster {
  readonly plan: DayPlan;
  readonly entries: readonly RosterEntry[];
  readonly #byId: ReadonlyMap<string, RosterEntry>;

  constructor(plan: DayPlan) {
    this.plan = plan;
    this.entries = plan.mechanics.map((mechanic) => ({
      mechanic,
      hours: mergeIntervals(mechanic.hours),
      fixed: [],
      held: [],
      load: 0,
    }));
    this.#byId = new Map(this.entries.map((entry) => [entry.mechanic.id, entry]));
    for (const engagement of plan.engagements) {
      const { interval, mechanicId, holdMechanicId } = engagement;
      const entry = this.findEntry(mechanicId ?? holdMechanicId);
      if (!entry) continue;
      if (mechanicId === null) entry.held.push(toJob(engagement));
      else entry.fixed.push(engagement);
      entry.load += interval.to - interval.from;
    }
  }

  /** Returns a mechanic's entry; undefined for null, and for a mechanic who isn't active. */
  findEntry(mechanicId: string | null): RosterEntry | undefined {
    return mechanicId === null ? undefined : this.#byId.get(mechanicId);
  }

  /** Returns why each mechanic cannot do the job, in the order of `entries`; null for those who can. */
  findObstacles(job: Pick<Job, 'interval' | 'skills'>): (Obstacle | null)[] {
    return this.entries.map((entry) => this.findObstacle(entry, job));
  }

  /** Returns why this mechanic cannot do the job, even if holds are moved, or null if they can. */
  findObstacle(entry: RosterEntry, job: Pick<Job, 'interval' | 'skills'>): Obstacle | null {
    const { mechanic } = entry;
    if (this.plan.holiday !== null) return { kind: 'closed' };
    if (!job.skills.every((skill) => mechanic.skills.includes(skill))) {
      const missing = job.skills.filter((skill) => !mechanic.skills.includes(skill));
      return { kind: 'skill', missing };
    }
    if (!entry.hours.some((hours) => startsWithin(hours, job.interval))) return { kind: 'hours' };
    if (
      this.plan.mustEndWithinHours &&
      !entry.hours.some((hours) => liesWithin(hours, job.interval))
    ) {
      return { kind: 'ends_late' };
    }
    const off = mechanic.off.find((interval) => overlaps(interval, job.interval));
    if (off) return { kind: 'off', interval: off };
    const busy = entry.fixed.find((fixed) => overlaps(fixed.interval, job.interval));
    return busy ? { kind: 'busy', job: busy } : null;
  }

  /** Returns the mechanics whose time could be held for the job if no other hold were in the way. */
  listCandidates(job: Job): readonly RosterEntry[] {
    job.candidates ??= this.entries.filter(
      (entry) =>
        !job.declinedBy?.includes(entry.mechanic.id) && this.findObstacle(entry, job) === null,
    );
    return job.candidates;
  }
}

/** Returns a held appointment as a job that may move. */
function toJob({ appointmentId, interval, skills, declinedBy = [] }: Engagement): Job {
  return { appointmentId, interval, skills, declinedBy };
}

/** Returns whether a job starts within working hours; whether it must also end within them is a setting. */
export function startsWithin(hours: Interval, job: Interval): boolean {
  return hours.from <= job.from && job.from < hours.to;
}

/** Returns whether a job both starts and ends within working hours. */
export function liesWithin(hours: Interval, job: Interval): boolean {
  return startsWithin(hours, job) && job.to <= hours.to;
}

/** Returns whether two intervals share a minute; one of length zero never does. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to);
}

/** Returns the intervals sorted, with those that touch or overlap merged. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
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
