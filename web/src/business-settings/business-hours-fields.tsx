import { displayTime } from '@curbwrench/contract/fields/calendar';
import { getDayName } from '@curbwrench/contract/fields/weekdays';
import {
  listAllStartTimes,
  officeBookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useWatch } from 'react-hook-form';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldError } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { SettingsFields } from './settings-fields.ts';

/** The days of the week, Monday first. */
const daysFromMonday = [1, 2, 3, 4, 5, 6, 0];

const quarterHours = listAllStartTimes(officeBookingRules);

/** Renders one row for each day of the week: whether the business is open, and its hours. */
export function BusinessHoursFields({ form }: { form: SettingsFields }) {
  const { register, control, formState } = form;
  const days = useWatch({ control, name: 'days' });
  const { errors } = formState;
  return (
    <div className="grid gap-2">
      <div className="grid divide-y divide-line">
        {daysFromMonday.map((weekday) => {
          const day = days[weekday];
          const name = getDayName(weekday);
          return (
            <div
              key={weekday}
              role="group"
              aria-label={name}
              className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-2 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center"
            >
              <Checkbox label={name} {...register(`days.${weekday}.isOpen`)} />
              {day?.isOpen ? (
                <div className="flex items-center gap-2 max-sm:pb-2">
                  {(['opens', 'closes'] as const).map((edge) => (
                    <div key={edge} className="contents">
                      {edge === 'closes' && <span className="text-ink-soft">to</span>}
                      <div className="w-36 min-w-0">
                        <Select
                          {...register(`days.${weekday}.${edge}`)}
                          aria-label={edge === 'opens' ? 'Opens' : 'Closes'}
                          className="figures"
                        >
                          {listTimes(day[edge]).map((time) => (
                            <option key={time} value={time}>
                              {displayTime(time)}
                            </option>
                          ))}
                        </Select>
                      </div>
                    </div>
                  ))}
                </div>
              ) : (
                <p className="text-ink-faint max-sm:hidden">Closed</p>
              )}
              <div className="sm:col-start-2">
                <FieldError>{errors.days?.[weekday]?.closes?.message}</FieldError>
              </div>
            </div>
          );
        })}
      </div>
      <FieldError>{errors.days?.root?.message}</FieldError>
    </div>
  );
}

/** Returns every quarter hour, and the selected time even if it is not one of them. */
function listTimes(selectedTime: string): readonly string[] {
  return quarterHours.includes(selectedTime)
    ? quarterHours
    : [...quarterHours, selectedTime].toSorted();
}
