import {
  bookingDateHint,
  lastBookableDate,
  bookingDateProblem,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, getWeekday } from '@curbwrench/contract/fields/calendar';
import { weekdays, type Weekday } from '@curbwrench/contract/service-areas/weekdays';
import { memo, useId } from 'react';
import { Calendar } from '../ui/calendar.tsx';
import { FieldError } from '../ui/field.tsx';

interface DateFieldProps {
  /** `yyyy-MM-dd` in the business's time zone. */
  today: string;
  value: string;
  error: string | undefined;
  /** The booking rules for the person who chooses the date. */
  rules: BookingRules;
  /** The days of the week on which jobs can start at the address; null or missing if they are unknown or not limited. */
  areaDays?: readonly Weekday[] | null;
  onValueChange: (date: string) => void;
}

/**
 * Renders a calendar in which days that cannot be booked are disabled. Memoized, because its days take a
 * third of the form's render time.
 */
export const DateField = memo(function DateField({
  today,
  value,
  error,
  rules,
  areaDays = null,
  onValueChange,
}: DateFieldProps) {
  const id = useId();
  const isDisabled = (date: string) => bookingDateProblem(date, today, rules) !== null;
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint ${id}-error`}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <p id={`${id}-label`} className="font-semibold">
        Date
      </p>
      <Calendar
        value={value || null}
        onValueChange={(date) => {
          if (date !== null) onValueChange(date);
        }}
        today={today}
        initialDate={findFirstDate(today, rules)}
        min={today}
        max={lastBookableDate(today, rules)}
        isDisabled={isDisabled}
        getCrossedOutReason={(date) =>
          areaDays === null || isDisabled(date) || startsJobsOn(areaDays, date)
            ? null
            : 'no service at this address on this day'
        }
      />
      <p id={`${id}-hint`} className="max-w-80 text-sm text-ink-soft">
        {bookingDateHint(rules)}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
});

/** Returns the first date that can be booked, or today if there is none. */
function findFirstDate(today: string, rules: BookingRules): string {
  const last = lastBookableDate(today, rules);
  for (let date = today; date <= last; date = addDays(date, 1)) {
    if (bookingDateProblem(date, today, rules) === null) return date;
  }
  return today;
}

function startsJobsOn(areaDays: readonly Weekday[], date: string): boolean {
  const day = weekdays[getWeekday(date)];
  return day !== undefined && areaDays.includes(day);
}
