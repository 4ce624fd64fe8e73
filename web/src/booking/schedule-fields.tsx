import { gateCodeTexts, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { useCallback } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { getAreaLocation } from './area-location.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';
import { DateField } from './date-field.tsx';
import { FieldFrame } from './form-section.tsx';
import { NextTimes } from './next-times.tsx';
import { useNextSlots } from './queries.ts';
import { TimeField } from './time-field.tsx';
import type { useBookingForm } from './use-booking-form.ts';

type BookingFormState = ReturnType<typeof useBookingForm>;

interface ScheduleFieldsProps extends Pick<
  BookingFormState,
  'values' | 'change' | 'slots' | 'rules' | 'unavailableTimeProblem'
> {
  booker: Booker;
  /** `yyyy-MM-dd` in the business's time zone. */
  today: string;
  serviceIds: readonly number[];
  errors: FieldErrors<BookingValues>;
}

/** Renders the fields for the date, the time and the access instructions. */
export function ScheduleFields({
  booker,
  today,
  serviceIds,
  values,
  errors,
  change,
  slots,
  rules,
  unavailableTimeProblem,
}: ScheduleFieldsProps) {
  const { timeZone } = useBusiness();
  const isOfficeStaff = booker === 'office';
  const pickDate = useCallback((date: string) => change({ date }), [change]);
  const location = getAreaLocation(values);
  const nextSlots = useNextSlots(serviceIds, location);
  const area = useAreaLookup(location, values).data?.area ?? null;
  return (
    <>
      <NextTimes
        query={nextSlots}
        hasService={serviceIds.length > 0}
        values={values}
        onChoose={change}
      />
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[auto_minmax(0,1fr)]">
        <FieldFrame field="date">
          <DateField
            today={today}
            value={values.date}
            error={errors.date?.message}
            rules={rules}
            // The limits of an area do not apply to the office.
            areaDays={location === null || isOfficeStaff ? null : (area?.days ?? null)}
            onValueChange={pickDate}
          />
        </FieldFrame>
        <FieldFrame field="startTime">
          <TimeField
            query={slots}
            prerequisite={getTimesPrerequisite(values)}
            value={values.startTime}
            error={errors.startTime?.message}
            unavailableTimeProblem={unavailableTimeProblem}
            timeZone={timeZone}
            isOfficeStaff={isOfficeStaff}
            onValueChange={(startTime) => change({ startTime })}
          />
        </FieldFrame>
      </div>
      <FieldFrame field="gateCode">
        <Field
          label={gateCodeTexts.label}
          optional
          hint={gateCodeTexts.hint}
          error={errors.gateCode?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={jobDetailRules.gateCode.max}
              value={values.gateCode}
              onChange={({ target }) => change({ gateCode: target.value })}
            />
          )}
        </Field>
      </FieldFrame>
    </>
  );
}

/** Returns what to select first: time slots depend on the services' duration and the day. */
function getTimesPrerequisite({ serviceId, date }: BookingValues): string | null {
  if (serviceId === null && date === '')
    return 'Select a service and a date to see available times.';
  if (serviceId === null) return 'Select a service to see available times.';
  return date === '' ? 'Select a date to see available times.' : null;
}
