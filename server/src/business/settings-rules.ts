import {
  bookingDateProblem,
  listStartTimes,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';

/** A date and time at which open appointments start, and how many. */
export interface OpenStart {
  readonly date: string;
  readonly startTime: string;
  readonly count: number;
}

/**
 * Returns how many open appointments lie outside new booking rules, by their weekday, start time or date, but not
 * outside the present ones: what the office booked at another time was never within them.
 */
export function countNewlyOutside(
  starts: readonly OpenStart[],
  present: BookingRules,
  next: BookingRules,
  today: string,
): number {
  return starts
    .filter((start) => isWithin(present, start, today) && !isWithin(next, start, today))
    .reduce((sum, { count }) => sum + count, 0);
}

function isWithin(rules: BookingRules, { date, startTime }: OpenStart, today: string): boolean {
  return (
    bookingDateProblem(date, today, rules) === null &&
    listStartTimes(rules, date).includes(startTime)
  );
}

/** Says how many open appointments lie outside the new booking rules, and that they stay. */
export function describeOutside(count: number): string {
  return count === 1
    ? '1 open appointment lies outside the new booking rules. It stays as it is.'
    : `${count} open appointments lie outside the new booking rules. They stay as they are.`;
}
