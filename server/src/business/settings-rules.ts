import {
  bookingDateProblem,
  listStartTimes,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';

/** A date and time at which open appointments start, and the number of these appointments. */
export interface OpenStartTime {
  readonly date: string;
  readonly startTime: string;
  readonly count: number;
}

/**
 * Returns how many open appointments have a date or start time that the current booking rules allow but the new ones
 * do not. Appointments that neither set of rules allows were booked by the office, to which the rules do not apply.
 */
export function countNewlyOutsideRules(
  startTimes: readonly OpenStartTime[],
  currentRules: BookingRules,
  newRules: BookingRules,
  today: string,
): number {
  return startTimes
    .filter((start) => isWithin(currentRules, start, today) && !isWithin(newRules, start, today))
    .reduce((sum, { count }) => sum + count, 0);
}

function isWithin(rules: BookingRules, { date, startTime }: OpenStartTime, today: string): boolean {
  return (
    bookingDateProblem(date, today, rules) === null &&
    listStartTimes(rules, date).includes(startTime)
  );
}

/** Says how many open appointments are outside the new booking rules, and that they won't change. */
export function describeAppointmentsOutside(count: number): string {
  return count === 1
    ? "1 upcoming appointment is outside the new booking rules. The appointment won't change."
    : `${count} upcoming appointments are outside the new booking rules. These appointments won't change.`;
}
