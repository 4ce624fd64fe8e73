import {
  bookingDateProblem,
  listStartTimes,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';

/** A date and time at which open appointments start, with their number. */
export interface OpenStartTime {
  readonly date: string;
  readonly startTime: string;
  readonly count: number;
}

/**
 * Returns how many open appointments lie outside the new booking rules, because of their day, start time or date, but
 * within the current ones. Appointments outside both were booked by the office, to which the rules do not apply.
 */
export function countNewlyOutside(
  starts: readonly OpenStartTime[],
  current: BookingRules,
  next: BookingRules,
  today: string,
): number {
  return starts
    .filter((start) => isWithin(current, start, today) && !isWithin(next, start, today))
    .reduce((sum, { count }) => sum + count, 0);
}

function isWithin(rules: BookingRules, { date, startTime }: OpenStartTime, today: string): boolean {
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
