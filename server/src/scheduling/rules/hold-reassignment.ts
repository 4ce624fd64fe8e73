import {
  conflicts,
  type Job,
  type Roster,
  type RosterEntry,
  withBuffer,
} from './mechanic-roster.ts';

/** A job and the mechanic whose time it will hold. */
export interface Move {
  readonly job: Job;
  readonly to: RosterEntry;
}

/** A mechanic who could take a job once the conflicting holds are moved. */
interface Opening {
  readonly entry: RosterEntry;
  readonly conflictingHolds: readonly Job[];
}

/** How many openings a search may try before it gives up. */
const searchBudget = 400;

/**
 * Finds a mechanic among the candidates for a job that has none yet. Then finds other mechanics for the holds that the
 * job overlaps, for the holds that these overlap, and so on. Returns the moves, beginning with the job itself, or null
 * if no arrangement was found. Leaves the roster unchanged.
 *
 * The search gives the job to a mechanic, removes the holds that the job overlaps, and then places those. A job placed
 * on the current path keeps its mechanic, and a choice that leads to no solution is undone. This misses no solution: if
 * an arrangement of all holds exists, each removed job can be given to its mechanic in that arrangement without
 * conflicting with a job already placed.
 */
export function reassignHolds(
  roster: Roster,
  job: Job,
  candidates: readonly RosterEntry[],
): readonly Move[] | null {
  const search = new Search(roster, job, candidates);
  // Unless the day is full, some mechanic is free, and no hold has to move.
  const best = search.findBestOpening();
  if (best?.conflictingHolds.length === 0) return [{ job, to: best.entry }];
  if (!best || !roster.maySearch || !hasEnoughMechanics(roster, job, candidates)) return null;
  return search.placeAll([job]);
}

/**
 * Returns whether there are enough mechanics for the job and all holds in every minute of the job. If not, no
 * arrangement exists. On a full day, this check is much faster than the search.
 */
function hasEnoughMechanics(roster: Roster, job: Job, candidates: readonly RosterEntry[]): boolean {
  const { from, to } = withBuffer(job);
  const minutes = new Set([from]);
  for (const { held } of roster.entries) {
    for (const { interval } of held) {
      if (interval.from > from && interval.from < to) minutes.add(interval.from);
    }
  }
  for (const minute of minutes) {
    if (!hasFreeMechanicAt(roster, minute, candidates, new Set())) return false;
  }
  return true;
}

/**
 * Returns whether one of the candidates is free in this minute of the day, or can be freed by a chain of reassignments
 * (an augmenting path).
 */
function hasFreeMechanicAt(
  roster: Roster,
  minute: number,
  candidates: readonly RosterEntry[],
  visited: Set<RosterEntry>,
): boolean {
  for (const entry of candidates) {
    if (visited.has(entry)) continue;
    visited.add(entry);
    const busyWith = entry.held.find((held) => {
      const { from, to } = withBuffer(held);
      return from <= minute && minute < to;
    });
    if (!busyWith || hasFreeMechanicAt(roster, minute, roster.listCandidates(busyWith), visited))
      return true;
  }
  return false;
}

class Search {
  readonly #roster: Roster;
  readonly #job: Job;
  readonly #candidates: readonly RosterEntry[];
  /** The jobs placed on this path. */
  readonly #path = new Map<Job, RosterEntry>();
  #budget = searchBudget;

  constructor(roster: Roster, job: Job, candidates: readonly RosterEntry[]) {
    this.#roster = roster;
    this.#job = job;
    this.#candidates = candidates;
  }

  /** Returns the opening for the job in which the fewest holds have to move. */
  findBestOpening(): Opening | undefined {
    return this.#listOpenings(this.#job).reduce<Opening | undefined>(
      (best, next) => (best && compareOpenings(best, next) <= 0 ? best : next),
      undefined,
    );
  }

  /** Places all the given jobs, which must have no mechanic, or changes nothing and returns null. */
  placeAll(pending: readonly Job[]): readonly Move[] | null {
    const next = this.#findMostConstrained(pending);
    if (!next) return [...this.#path].map(([job, to]) => ({ job, to }));

    const { job, openings } = next;
    const rest = pending.filter((other) => other !== job);
    for (const { entry, conflictingHolds } of openings.toSorted(compareOpenings)) {
      if (this.#budget <= 0 || !this.#roster.maySearch) return null;
      this.#budget -= 1;
      const heldBefore = entry.held;
      entry.held = [...heldBefore.filter((held) => !conflictingHolds.includes(held)), job];
      this.#path.set(job, entry);
      const moves = this.placeAll([...rest, ...conflictingHolds]);
      this.#path.delete(job);
      entry.held = heldBefore;
      if (moves) return moves;
    }
    return null;
  }

  /** Returns the pending job with the fewest openings. If it has none, this path has no solution. */
  #findMostConstrained(pending: readonly Job[]): { job: Job; openings: Opening[] } | null {
    let mostConstrained: { job: Job; openings: Opening[] } | null = null;
    for (const job of pending) {
      const openings = this.#listOpenings(job);
      if (!mostConstrained || openings.length < mostConstrained.openings.length)
        mostConstrained = { job, openings };
    }
    return mostConstrained;
  }

  /** Returns the mechanics who could take the job without moving a job that this path placed. */
  #listOpenings(job: Job): Opening[] {
    const candidates = job === this.#job ? this.#candidates : this.#roster.listCandidates(job);
    const openings: Opening[] = [];
    for (const entry of candidates) {
      const conflictingHolds = entry.held.filter((held) => conflicts(held, job));
      if (!conflictingHolds.some((held) => this.#path.has(held)))
        openings.push({ entry, conflictingHolds });
    }
    return openings;
  }
}

/** Orders by fewest holds to move; fewest skills, so that specialists stay free; least loaded; id. */
function compareOpenings(a: Opening, b: Opening): number {
  return (
    a.conflictingHolds.length - b.conflictingHolds.length ||
    a.entry.mechanic.skills.length - b.entry.mechanic.skills.length ||
    a.entry.load - b.entry.load ||
    (a.entry.mechanic.id < b.entry.mechanic.id ? -1 : 1)
  );
}
