import type { PlanInterval } from '@curbwrench/contract/plans/schemas';

const monthsIn: Record<PlanInterval, number> = { month: 1, quarter: 3, year: 12 };

/** One interval of a subscription; `ends` is the day after its last one. */
export interface Period {
  /** The first is 0. */
  readonly number: number;
  /** `yyyy-MM-dd`, as `ends`. */
  readonly starts: string;
  readonly ends: string;
}

/**
 * Returns the interval with that number. Counted from the first day, not from the previous interval: a member
 * who joined on the 31st is charged on the 28th of February and on the 31st of March.
 */
export function periodNumbered(startedOn: string, interval: PlanInterval, number: number): Period {
  const months = monthsIn[interval];
  return {
    number,
    starts: monthsAfter(startedOn, number * months),
    ends: monthsAfter(startedOn, (number + 1) * months),
  };
}

/**
 * Returns the interval in which a date lies, from `number` on: intervals for which no renewal ran
 * are not charged afterward.
 */
export function periodOn(
  startedOn: string,
  interval: PlanInterval,
  date: string,
  number: number,
): Period {
  const period = periodNumbered(startedOn, interval, number);
  return period.ends > date ? period : periodOn(startedOn, interval, date, number + 1);
}

/** Returns the same day that many months later, or the last day of a month that is too short. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(day, lastDay));
  return target.toISOString().slice(0, 10);
}
