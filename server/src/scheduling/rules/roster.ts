import type { DayPlan, Engagement, Interval, MechanicDay } from './day-plan.ts';

/** A piece of a mechanic's day: an open appointment, or one that asks to become one. */
export interface Job {
  /** The appointment's number, or null for one that isn't booked yet. */
  readonly appointmentId: number | null;
  readonly interval: Interval;
  readonly skill: string | null;
  /** Mechanics whose time is not to be held for it: they declined it. */
  readonly except?: readonly string[];
  /** Found when first asked for: see `Roster.takersOf`. */
  takers?: readonly RosterEntry[];
}

/** What keeps a mechanic from a job, whatever holds are moved. */
export type Obstacle =
  | { readonly kind: 'closed' | 'skill' | 'hours' | 'ends_late' }
  | { readonly kind: 'off'; readonly interval: Interval }
  | { readonly kind: 'busy'; readonly job: Engagement };

/** A mechanic with what the day has already given them. */
export interface RosterEntry {
  readonly mechanic: MechanicDay;
  /** Working hours, those that touch made one. */
  readonly hours: readonly Interval[];
  /** Assigned to them: never moved. */
  readonly fixed: Engagement[];
  /** Their time is held for these; a booking may move them to somebody else. */
  readonly held: Job[];
  /** Minutes given away that day. */
  load: number;
}

/**
 * A day's plan laid out by mechanic, made once for the many questions that one request asks
 * (the ten slots of a day, for one).
 */
export class Roster {
  readonly plan: DayPlan;
  readonly entries: readonly RosterEntry[];
  readonly #byId: ReadonlyMap<string, RosterEntry>;

  constructor(plan: DayPlan) {
    this.plan = plan;
    this.entries = plan.mechanics.map((mechanic) => ({
      mechanic,
      hours: joined(mechanic.hours),
      fixed: [],
      held: [],
      load: 0,
    }));
    this.#byId = new Map(this.entries.map((entry) => [entry.mechanic.id, entry]));
    for (const engagement of plan.engagements) {
      const { interval, mechanicId, holdId } = engagement;
      const entry = this.entryOf(mechanicId ?? holdId);
      if (!entry) continue;
      if (mechanicId === null) entry.held.push(jobOf(engagement));
      else entry.fixed.push(engagement);
      entry.load += interval.to - interval.from;
    }
  }

  /** Undefined for nobody, and for a mechanic who isn't active. */
  entryOf(mechanicId: string | null): RosterEntry | undefined {
    return mechanicId === null ? undefined : this.#byId.get(mechanicId);
  }

  /** What keeps each mechanic from the job, in the order of `entries`; null: nothing does. */
  obstacles(job: Pick<Job, 'interval' | 'skill'>): (Obstacle | null)[] {
    return this.entries.map((entry) => this.obstacle(entry, job));
  }

  /** What keeps this mechanic from the job whatever holds are moved, or null. */
  obstacle(entry: RosterEntry, job: Pick<Job, 'interval' | 'skill'>): Obstacle | null {
    const { mechanic } = entry;
    if (this.plan.holiday !== null) return { kind: 'closed' };
    if (job.skill !== null && !mechanic.skills.includes(job.skill)) return { kind: 'skill' };
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

  /** Mechanics whose time could be held for the job if no other hold were in the way. */
  takersOf(job: Job): readonly RosterEntry[] {
    job.takers ??= this.entries.filter(
      (entry) => !job.except?.includes(entry.mechanic.id) && this.obstacle(entry, job) === null,
    );
    return job.takers;
  }
}

/** A held appointment as a job that may move. */
function jobOf({ appointmentId, interval, skill, except = [] }: Engagement): Job {
  return { appointmentId, interval, skill, except };
}

/** A job starts within working hours; where it ends is a setting. */
export function startsWithin(hours: Interval, job: Interval): boolean {
  return hours.from <= job.from && job.from < hours.to;
}

export function liesWithin(hours: Interval, job: Interval): boolean {
  return startsWithin(hours, job) && job.to <= hours.to;
}

/** Whether two intervals want the same minute; one of no length never does. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to);
}

/** Sorted, with intervals that touch or overlap made one. */
export function joined(intervals: readonly Interval[]): Interval[] {
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
