import {
  listAllStartTimes,
  officeBookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface OtherTimeProps {
  /** The day's time slots, once they are loaded. */
  slots: readonly Slot[] | undefined;
  value: string;
  onValueChange: (startTime: string) => void;
}

/** Lets the office choose any quarter hour. */
export function OtherTime({ slots = [], value, onValueChange }: OtherTimeProps) {
  const isListed = slots.some(({ startTime }) => startTime === value);
  return (
    <Field
      className="mt-3"
      label="Another time"
      hint="Any time on the quarter hour (:00, :15, :30, or :45). Outside working hours, we'll ask you to confirm."
    >
      {(control) => (
        <Select
          {...control}
          aria-required={undefined}
          value={isListed ? '' : value}
          onChange={({ target }) => onValueChange(target.value)}
        >
          <option value="">None</option>
          {listAllStartTimes(officeBookingRules).map((time) => (
            <option key={time} value={time}>
              {displayTime(time)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
