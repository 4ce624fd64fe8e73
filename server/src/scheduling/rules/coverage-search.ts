import { overlaps, type Roster } from './mechanic-roster.ts';
import {
  hasVehicleConflict,
  tryStep,
  type CoverageOption,
  type CoverageStep,
  type StrandedJob,
} from './coverage-steps.ts';

/**
 * How many steps a search may try. Trying this many takes a tenth of a second on a full day. A search that stays below
 * this limit returns the best possible result. A search that reaches it returns the best result found so far, which may
 * leave out a job that would have fit.
 */
export const coverageSearchBudget = 1_000;

/** The costs of a result. Each cost outweighs the total of all lower ones that can occur on one day. */
const costs = { uncoveredJob: 1e12, changedTime: 1e8, minuteMoved: 1e3, holdMoved: 1 } as const;

/**
 * A stranded job with all steps that would fit if it were the only one: nearest time first, then best mechanic first.
 */
export interface JobWithOptions {
  readonly job: StrandedJob;
  readonly options: readonly CoverageOption[];
}

/**
 * Finds steps that fit together for as many of the jobs as possible. The roster must not include these jobs.
 * Minimizes, in this order: jobs left uncovered, changed times, minutes moved, and holds moved. Returns the steps by
 * appointment id.
 */
export function findCoverage(
  roster: Roster,
  jobs: readonly JobWithOptions[],
  budget = coverageSearchBudget,
): ReadonlyMap<number, CoverageStep> {
  const search = new Search(budget);
  search.extend({ roster, steps: [], cost: 0 }, jobs);
  return new Map(search.best.steps.map((step) => [step.appointmentId, step]));
}

/** Steps that fit together, and the roster with these steps applied. */
interface PartialCoverage {
  readonly roster: Roster;
  readonly steps: readonly CoverageStep[];
  readonly cost: number;
}

/** A depth-first branch-and-bound search: abandons each path that cannot beat the best result so far. */
class Search {
  best: Pick<PartialCoverage, 'steps' | 'cost'> = { steps: [], cost: Infinity };
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  extend(partial: PartialCoverage, pending: readonly JobWithOptions[]): void {
    const entries = pending.map((entry) => ({
      ...entry,
      options: excludeConflicts(entry, partial),
    }));
    const lowestCost = entries.reduce(
      (sum, { options }) => sum + getLowestCost(options),
      partial.cost,
    );
    if (lowestCost >= this.best.cost) return;
    const next = findMostConstrained(entries);
    if (!next) {
      this.best = partial;
      return;
    }
    const rest = entries.filter((entry) => entry !== next);
    for (const option of next.options) {
      if (this.#budget <= 0) break;
      this.#budget -= 1;
      const decision = tryStep(partial.roster, next.job, option);
      if (!decision.ok) continue;
      const cost = partial.cost + getTimeCost(option) + decision.moves.size * costs.holdMoved;
      this.extend({ roster: decision.roster, steps: [...partial.steps, option], cost }, rest);
    }
    this.extend({ ...partial, cost: partial.cost + costs.uncoveredJob }, rest);
  }
}

/** Returns a job's options that don't conflict with a step taken so far for the same mechanic or the same vehicle. */
function excludeConflicts(
  { job, options }: JobWithOptions,
  { steps }: PartialCoverage,
): CoverageOption[] {
  return options.filter(
    (option) =>
      !steps.some(
        (step) =>
          (step.mechanicId === option.mechanicId && overlaps(step.interval, option.interval)) ||
          hasVehicleConflict(job, option.interval, step),
      ),
  );
}

/** Returns a job's minimum cost, excluding moved holds, because their number is not known yet. */
function getLowestCost([nearest]: readonly CoverageOption[]): number {
  return nearest ? getTimeCost(nearest) : costs.uncoveredJob;
}

function getTimeCost({ minutesMoved }: CoverageOption): number {
  return minutesMoved === 0 ? 0 : costs.changedTime + minutesMoved * costs.minuteMoved;
}

/** Returns the job with the fewest options at its nearest time; ties are broken by the fewest options overall. */
function findMostConstrained(entries: readonly JobWithOptions[]): JobWithOptions | undefined {
  const [next] = entries
    .map((entry) => ({
      entry,
      nearestCount: countNearest(entry),
      totalCount: entry.options.length,
    }))
    .toSorted((a, b) => a.nearestCount - b.nearestCount || a.totalCount - b.totalCount);
  return next?.entry;
}

function countNearest({ options: [nearest, ...others] }: JobWithOptions): number {
  if (!nearest) return 0;
  return 1 + others.filter(({ minutesMoved }) => minutesMoved === nearest.minutesMoved).length;
}
