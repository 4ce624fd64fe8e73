import { slotIntervals } from '@curbwrench/contract/scheduling/booking-rules';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { NumberField } from './number-field.tsx';
import type { SettingsFields } from './settings-fields.ts';

/** Renders the fields for the booking rules, except the business hours. */
export function BookingFields({ form }: { form: SettingsFields }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Start time interval"
        hint="Counted from opening time"
        error={errors.slotIntervalMinutes?.message}
      >
        {(control) => (
          <Select {...control} {...register('slotIntervalMinutes')}>
            {slotIntervals.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
          </Select>
        )}
      </Field>
      <NumberField
        form={form}
        name="windowDays"
        label="Booking window (days)"
        hint="How far in advance customers can book, from 1 to 365 days"
      />
      <NumberField
        form={form}
        name="noticeHours"
        label="Minimum notice (hours)"
        hint="Between the booking and the start time"
      />
      <NumberField
        form={form}
        name="bufferMinutes"
        label="Buffer after a job (minutes)"
        hint="No other job is scheduled during this time. Jobs already booked keep their buffer."
      />
      <NumberField
        form={form}
        name="maxOpenBookings"
        label="Pending bookings per customer"
        hint="How many bookings without a mechanic a customer can have at once"
      />
      <NumberField
        form={form}
        name="maxOpenVisitorBookings"
        label="Pending bookings without an account"
        hint="The same limit for visitors, who book with a verification code"
      />
      <NumberField
        form={form}
        name="codesPerMailbox"
        label="Verification codes per email address per hour"
        hint="How many codes we send to one email address in an hour"
      />
      <NumberField
        form={form}
        name="codesPerNetwork"
        label="Verification codes per network per hour"
        hint="How many codes can be requested from one network in an hour"
      />
      <NumberField
        form={form}
        name="codesPerDay"
        label="Verification codes per day"
        hint="Once this limit is reached, visitors are asked to call or log in"
      />
      <div className="sm:col-span-2">
        <Checkbox
          label="A job must end within the mechanic's working hours"
          {...register('jobsMustEndWithinWorkingHours')}
        />
      </div>
    </div>
  );
}
