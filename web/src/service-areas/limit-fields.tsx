import { displayTime } from '@curbwrench/contract/fields/calendar';
import { listAllStartTimes } from '@curbwrench/contract/scheduling/booking-rules';
import type { ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import type { UseFormReturn } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { AreaForm } from './area-form.ts';

/** Renders the fields for when a job in the area can start, and how far ahead it must be booked. */
export function LimitFields({
  form,
}: {
  form: UseFormReturn<AreaForm, unknown, ServiceAreaInput>;
}) {
  const { register, formState, getValues } = form;
  const { errors } = formState;
  const { bookingRules } = useBusiness();
  const times = listAllStartTimes(bookingRules);
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Limits</legend>
      <div>
        <p aria-hidden className="font-semibold">
          Limits
        </p>
        <p className="text-sm text-ink-soft">For customers only. The office can book any time.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['earliestStart', 'latestStart'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'earliestStart' ? 'Earliest start' : 'Latest start'}
            error={errors[name]?.message}
          >
            {(control) => (
              <Select {...control} {...register(name)}>
                <option value="">Any time</option>
                {listTimes(times, getValues(name)).map((time) => (
                  <option key={time} value={time}>
                    {displayTime(time)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <Field label="Minimum notice (hours)" optional error={errors.noticeHours?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('noticeHours')}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32"
          />
        )}
      </Field>
    </fieldset>
  );
}

/** Returns the bookable start times, plus the current value if it is not among them. */
function listTimes(times: readonly string[], current: string): readonly string[] {
  return current === '' || times.includes(current) ? times : [...times, current].toSorted();
}
