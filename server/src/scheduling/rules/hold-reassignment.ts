import { type Job, overlaps, type Roster, type RosterEntry } from './roster.ts';

/** A job and the mechanic whose time it will hold. */
export interface Move {
  readonly job: Job;
  readonly to: RosterEntry;
}

/** A mechanic who could take a job once the holds in the way are moved. */
interface Opening {
  readonly entry: RosterEntry;
  readonly conflicting: readonly Job[];
}

/** How many openings a search may try before it gives up (exact within the bound, first fit beyond it). */
const searchBudget = 400;

/**
 * Finds a mechanic among `takers` for a job that has none yet, and new mechanics for the holds in its way,
 * and for those in theirs. Returns the moves, the job's own first, or null. The roster is unchanged.
 *
 * The search places the job with a mechanic, lifts the holds it overlaps, and places those in turn. A job
 * placed on the current path stays there, and every choice that leads nowhere is undone. This misses no
 * solution: if an arrangement of all holds exists, placing each lifted job where that arrangement has it
 * never conflicts with one already placed.
 */
export function reassignHolds(
  roster: Roster,
  job: Job,
  candidates: readonly RosterEntry[],
): readonly Move[] | null {
  const search = new Search(roster, job, candidates);
  // A free mechanic ends the search; on a day that isn't full, there is one.
  const free = search.findBestOpening();
  if (free?.conflicting.length === 0) return [{ job, to: free.entry }];
  return free && hasEnoughMechanics(roster, job, candidates) ? search.placeAll([job]) : null;
}

/**
 * Returns whether at each moment of the job, taken separately, there are enough mechanics for the job and
 * everything else at that time. If not, no arrangement exists; on a full day this answers at once what the
 * search would take long to prove.
 */
function hasEnoughMechanics(roster: Roster, job: Job, candidates: readonly RosterEntry[]): boolean {
  const { from, to } = job.interval;
  const moments = new Set([from]);
  for (const { held } of roster.entries) {
    for (const { interval } of held) {
      if (interval.from > from && interval.from < to) moments.add(interval.from);
    }
  }
  for (const moment of moments) {
    if (!hasFreeMechanicAt(roster, moment, candidates, new Set())) return false;
  }
  return true;
}

/** Frees one of the takers at a moment by a chain of reassignments (an augmenting path). */
function hasFreeMechanicAt(
  roster: Roster,
  moment: number,
  candidates: readonly RosterEntry[],
  visited: Set<RosterEntry>,
): boolean {
  for (const entry of candidates) {
    if (visited.has(entry)) continue;
    visited.add(entry);
    const busyWith = entry.held.find(
      ({ interval }) => interval.from <= moment && moment < interval.to,
    );
    if (!busyWith || hasFreeMechanicAt(roster, moment, roster.listCandidates(busyWith), visited))
      return true;
  }
  return false;
}

class Search {
  readonly #roster: Roster;
  readonly #job: Job;
  readonly #takers: readonly RosterEntry[];
  /** The jobs placed on this path. */
  readonly #path = new Map<Job, RosterEntry>();
  #budget = searchBudget;

  constructor(roster: Roster, job: Job, candidates: readonly RosterEntry[]) {
    this.#roster = roster;
    this.#job = job;
    this.#takers = candidates;
  }

  /** Returns the opening in which the wanted job displaces the least. */
  findBestOpening(): Opening | undefined {
    return this.#openings(this.#job).reduce<Opening | undefined>(
      (best, next) => (best && compareOpenings(best, next) <= 0 ? best : next),
      undefined,
    );
  }

  /** Places all these jobs, which have no mechanic now, or returns null with everything unchanged. */
  placeAll(pending: readonly Job[]): readonly Move[] | null {
    const next = this.#tightest(pending);
    if (!next) return [...this.#path].map(([job, to]) => ({ job, to }));

    const { job, openings } = next;
    const rest = pending.filter((other) => other !== job);
    for (const { entry, conflicting } of openings.toSorted(compareOpenings)) {
      if (this.#budget <= 0) return null;
      this.#budget -= 1;
      const heldBefore = [...entry.held];
      const staying = heldBefore.filter((held) => !conflicting.includes(held));
      entry.held.splice(0, heldBefore.length, ...staying, job);
      this.#path.set(job, entry);
      const moves = this.placeAll([...rest, ...conflicting]);
      this.#path.delete(job);
      entry.held.splice(0, entry.held.length, ...heldBefore);
      if (moves) return moves;
    }
    return null;
  }

  /** Returns the pending job with the fewest openings: if it has none, the path leads nowhere. */
  #tightest(pending: readonly Job[]): { job: Job; openings: Opening[] } | null {
    let mostConstrained: { job: Job; openings: Opening[] } | null = null;
    for (const job of pending) {
      const openings = this.#openings(job);
      if (!mostConstrained || openings.length < mostConstrained.openings.length)
        mostConstrained = { job, openings };
    }
    return mostConstrained;
  }

  /** Returns the mechanics with whom no job placed on this path is in the way. */
  #openings(job: Job): Opening[] {
    const candidates = job === this.#job ? this.#takers : this.#roster.listCandidates(job);
    const openings: Opening[] = [];
    for (const entry of candidates) {
      const conflicting = entry.held.filter((held) => overlaps(held.interval, job.interval));
      if (!conflicting.some((held) => this.#path.has(held))) openings.push({ entry, conflicting });
    }
    return openings;
  }
}

/** Orders by fewest holds to move; fewest skills, so that specialists stay free; least loaded; id. */
function compareOpenings(a: Opening, b: Opening): number {
  return (
    a.conflicting.length - b.conflicting.length ||
    a.entry.mechanic.skills.length - b.entry.mechanic.skills.length ||
    a.entry.load - b.entry.load ||
    (a.entry.mechanic.id < b.entry.mechanic.id ? -1 : 1)
  );
}
