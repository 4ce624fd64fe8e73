import type { DayPlan } from './day-plan.ts';
import { overlaps } from './mechanic-roster.ts';
import { takeStep, type CoverOption, type CoverStep, type StrandedJob } from './cover-steps.ts';

/**
 * How many steps a search may try, which takes a tenth of a second on a full day. Up to then the result is the best
 * there is; a search that reaches it returns the best that it found, in which a job may be left over that would have
 * fit.
 */
export const coverSearchBudget = 1_000;

/** What a result costs. Each is worth more than any number of those after it on one day. */
const costs = { leftOver: 1e12, changedTime: 1e8, minuteMoved: 1e3, holdMoved: 1 } as const;

/** A stranded job with all steps that fit it alone, the preferred one first, none moved by less than those before. */
export interface JobWithOptions {
  readonly job: StrandedJob;
  readonly options: readonly CoverOption[];
}

/**
 * Finds a step for as many of the jobs as possible, all together, on a day without them: at the lowest cost, first
 * those left over, then changed times, then minutes moved, then holds moved. Returns the steps by appointment id.
 */
export function searchCover(
  day: DayPlan,
  jobs: readonly JobWithOptions[],
  budget = coverSearchBudget,
): ReadonlyMap<number, CoverStep> {
  const search = new Search(budget);
  search.extend({ day, steps: [], cost: 0 }, jobs);
  return new Map(search.best.steps.map((step) => [step.appointmentId, step]));
}

/** Steps that fit together, and the day that they leave. */
interface PartialCover {
  readonly day: DayPlan;
  readonly steps: readonly CoverStep[];
  readonly cost: number;
}

/** A depth-first search that abandons each path which cannot become better than the best result so far. */
class Search {
  best: Pick<PartialCover, 'steps' | 'cost'> = { steps: [], cost: Infinity };
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  extend(cover: PartialCover, pending: readonly JobWithOptions[]): void {
    const open = pending.map((entry) => ({ ...entry, options: withoutClashes(entry, cover) }));
    const lowestCost = open.reduce((sum, { options }) => sum + getLowestCost(options), cover.cost);
    if (lowestCost >= this.best.cost) return;
    const next = findMostConstrained(open);
    if (!next) {
      this.best = cover;
      return;
    }
    const rest = open.filter((entry) => entry !== next);
    for (const option of next.options) {
      if (this.#budget <= 0) break;
      this.#budget -= 1;
      const decision = takeStep(cover.day, next.job, option);
      if (!decision.ok) continue;
      const cost = cover.cost + getTimeCost(option) + decision.moves.size * costs.holdMoved;
      this.extend({ day: decision.day, steps: [...cover.steps, option], cost }, rest);
    }
    this.extend({ ...cover, cost: cover.cost + costs.leftOver }, rest);
  }
}

/** Returns the options of a job during which their mechanic has none of the jobs placed so far. */
function withoutClashes({ options }: JobWithOptions, { steps }: PartialCover): CoverOption[] {
  return options.filter(
    (option) =>
      !steps.some(
        (step) => step.mechanicId === option.mechanicId && overlaps(step.interval, option.interval),
      ),
  );
}

/** Returns what a job costs at least: how many holds move for it is not known yet. */
function getLowestCost([nearest]: readonly CoverOption[]): number {
  return nearest ? getTimeCost(nearest) : costs.leftOver;
}

function getTimeCost({ minutesMoved }: CoverOption): number {
  return minutesMoved === 0 ? 0 : costs.changedTime + minutesMoved * costs.minuteMoved;
}

/** Returns the job with the fewest options at its nearest time, then with the fewest of all. */
function findMostConstrained(open: readonly JobWithOptions[]): JobWithOptions | undefined {
  const [next] = open
    .map((entry) => ({ entry, nearest: countNearest(entry), all: entry.options.length }))
    .toSorted((a, b) => a.nearest - b.nearest || a.all - b.all);
  return next?.entry;
}

function countNearest({ options: [nearest, ...others] }: JobWithOptions): number {
  if (!nearest) return 0;
  return 1 + others.filter(({ minutesMoved }) => minutesMoved === nearest.minutesMoved).length;
}
