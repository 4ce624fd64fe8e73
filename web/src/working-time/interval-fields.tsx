import {
  findHoursProblem,
  maxIntervalsPerDay,
  type HoursInterval,
} from '@curbwrench/contract/working-time/hours';
import { Plus, X } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface IntervalFieldsProps {
  /** What the hours apply to, such as 'Monday'; part of the fields' accessible names. */
  label: string;
  intervals: readonly HoursInterval[];
  onChange: (intervals: HoursInterval[]) => void;
}

// Hides the browser's picker icon: with it, a phone has no room for AM and PM. Typing and tapping still work.
const timeClass = 'flex-1 pr-1 pl-2 [&::-webkit-calendar-picker-indicator]:hidden';

/** Renders fields for one day's working hours: a list of intervals, each with a start and an end. */
export function IntervalFields({ label, intervals, onChange }: IntervalFieldsProps) {
  const change = (index: number, interval: HoursInterval) =>
    onChange(intervals.with(index, interval));
  const addButton = (
    <IconButton
      label={`Add hours: ${label}`}
      icon={<Plus className="size-5" aria-hidden />}
      disabled={intervals.length >= maxIntervalsPerDay}
      onClick={() => onChange([...intervals, suggestNext(intervals)])}
    />
  );
  return (
    <div className="grid min-w-0 gap-2">
      {intervals.length === 0 && (
        <div className="flex items-center justify-between gap-2">
          <p className="text-ink-soft">Not working</p>
          {addButton}
        </div>
      )}
      {intervals.map((interval, index) => {
        const name = intervals.length === 1 ? label : `${label}, time range ${index + 1}`;
        return (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- two intervals can be equal while they are edited
            key={index}
            className="flex items-center gap-1.5"
          >
            <TextInput
              type="time"
              className={timeClass}
              aria-label={`${name}: from`}
              value={interval.startTime}
              onChange={({ target }) => change(index, { ...interval, startTime: target.value })}
            />
            <span className="text-ink-soft">to</span>
            <TextInput
              type="time"
              className={timeClass}
              aria-label={`${name}: until`}
              value={interval.endTime === '24:00' ? '00:00' : interval.endTime}
              onChange={({ target }) =>
                change(index, { ...interval, endTime: toEndTime(target.value) })
              }
            />
            <IconButton
              className="-mr-1.5"
              label={`Remove ${name}`}
              icon={<X className="size-5" aria-hidden />}
              onClick={() => onChange(intervals.filter((_, other) => other !== index))}
            />
            {index === intervals.length - 1 && addButton}
          </div>
        );
      })}
      <FieldError>{findIntervalsProblem(intervals) ?? undefined}</FieldError>
    </div>
  );
}

/** Returns the problem with the hours entered for a day, or null if there is none. */
export function findIntervalsProblem(intervals: readonly HoursInterval[]): string | null {
  return intervals.some(({ startTime, endTime }) => startTime === '' || endTime === '')
    ? 'Fill in both times.'
    : findHoursProblem(intervals);
}

/** Converts an entered end time: midnight means the end of the day. */
function toEndTime(time: string): string {
  return time === '00:00' ? '24:00' : time;
}

function suggestNext(intervals: readonly HoursInterval[]): HoursInterval {
  return intervals.length === 0
    ? { startTime: '08:00', endTime: '18:00' }
    : { startTime: '', endTime: '' };
}
