import type { PlanInterval } from '@curbwrench/contract/plans/schemas';

const monthsPerInterval: Record<PlanInterval, number> = { month: 1, quarter: 3, year: 12 };

/** One billing period of a subscription, which a single payment covers. Its length is the plan's billing interval. */
export interface Period {
  /** Its number within the subscription; the first is 0. */
  readonly number: number;
  /** The first day, `yyyy-MM-dd`. */
  readonly starts: string;
  /** The day after the last day, `yyyy-MM-dd`. */
  readonly ends: string;
}

/**
 * Returns the period with this number. Computed from the first day of the subscription, not from the previous
 * period: a member who joined on January 31 is charged on February 28 and on March 31.
 */
export function getPeriod(startedOn: string, interval: PlanInterval, number: number): Period {
  const months = monthsPerInterval[interval];
  return {
    number,
    starts: monthsAfter(startedOn, number * months),
    ends: monthsAfter(startedOn, (number + 1) * months),
  };
}

/**
 * Returns the period that contains a date, or the one with this number if that is later. Skips periods that passed
 * without a renewal, so they are never charged.
 */
export function getPeriodOn(
  startedOn: string,
  interval: PlanInterval,
  date: string,
  number: number,
): Period {
  const period = getPeriod(startedOn, interval, number);
  return period.ends > date ? period : getPeriodOn(startedOn, interval, date, number + 1);
}

/** Returns the same day the given number of months later, or the last day of that month if it is too short. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(day, lastDay));
  return target.toISOString().slice(0, 10);
}
