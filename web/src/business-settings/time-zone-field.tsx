import { useState } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { SettingsFields } from './settings-fields.ts';
import { listCommonZones, listOtherZones } from './time-zones.ts';

interface TimeZoneFieldProps {
  form: SettingsFields;
  /** Whether the time zone can no longer be changed, because an appointment exists. */
  isFixed: boolean;
}

/** Renders the field for the business's time zone. */
export function TimeZoneField({ form, isFixed }: TimeZoneFieldProps) {
  const [initialZone] = useState(() => form.getValues('timeZone'));
  const zones = listCommonZones(initialZone);
  const others = isFixed ? [] : listOtherZones(initialZone);
  return (
    <Field
      label="Time zone"
      hint={
        isFixed
          ? "Can't be changed once you have an appointment"
          : 'Can be changed until you have an appointment'
      }
      error={form.formState.errors.timeZone?.message}
    >
      {(control) => (
        <Select
          {...control}
          {...form.register('timeZone')}
          className={isFixed ? 'bg-well' : undefined}
        >
          {zones
            .filter(({ zone }) => !isFixed || zone === initialZone)
            .map(({ zone, label }) => (
              <option key={zone} value={zone}>
                {label}
              </option>
            ))}
          {others.length > 0 && (
            <optgroup label="Other time zones">
              {others.map(({ zone, label }) => (
                <option key={zone} value={zone}>
                  {label}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      )}
    </Field>
  );
}
