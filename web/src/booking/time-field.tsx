import { slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { useSlots } from './queries.ts';

interface TimeFieldProps {
  query: ReturnType<typeof useSlots>;
  /** A sentence that says what to select first; null if times can be offered. */
  prerequisite: string | null;
  value: string;
  error: string | undefined;
  /** Why the selected time is no longer available, in one sentence; null if it is. */
  lostProblem: string | null;
  /** The time zone the times are in. */
  timeZone: string;
  onValueChange: (startTime: string) => void;
}

/** Renders ten tiles to choose a time; a time that is taken says so. */
export function TimeField({
  query,
  prerequisite,
  value,
  error,
  lostProblem,
  timeZone,
  onValueChange,
}: TimeFieldProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={`${id}-hint ${id}-lost ${id}-error`}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">Preferred Time</legend>
      <p id={`${id}-hint`} className="mb-1 text-sm text-ink-soft empty:hidden">
        {prerequisite ?? getHint(query.data, timeZone)}
      </p>
      {prerequisite === null ? (
        <Loaded
          query={query}
          skeleton={<TileSkeletons />}
          failure="We couldn't load the times."
          getCause={getErrorMessage}
        >
          {(slots) => <Tiles slots={slots} value={value} onValueChange={onValueChange} />}
        </Loaded>
      ) : (
        <Tiles slots={disabledSlots} value="" onValueChange={onValueChange} />
      )}
      <p id={`${id}-lost`} role="status" className="text-sm font-medium text-waiting empty:hidden">
        {lostProblem !== null && (
          <span className="inline-flex items-start gap-1.5">
            <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
            {lostProblem}
          </span>
        )}
      </p>
      <FieldError id={`${id}-error`}>{lostProblem === null ? error : undefined}</FieldError>
    </fieldset>
  );
}

interface TilesProps {
  slots: readonly Pick<Slot, 'startTime' | 'available' | 'reason'>[];
  value: string;
  onValueChange: (startTime: string) => void;
}

function Tiles({ slots, value, onValueChange }: TilesProps) {
  const name = useId();
  return (
    <div className="grid grid-cols-2 gap-2">
      {slots.map(({ startTime, available, reason }) => (
        <label
          key={startTime}
          className={classNames(
            'figures relative flex min-h-13 flex-col items-center justify-center rounded-md border px-2 py-1.5 text-center',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            available
              ? 'cursor-pointer border-line-strong bg-sheet transition-colors hover:bg-well has-checked:border-ink has-checked:bg-ink has-checked:text-paper'
              : 'cursor-not-allowed border-dashed border-line bg-transparent text-ink-faint',
          )}
        >
          <input
            type="radio"
            name={name}
            value={startTime}
            checked={startTime === value}
            disabled={!available}
            onChange={() => onValueChange(startTime)}
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
          />
          <span
            className={classNames(
              'text-lg leading-tight',
              available && 'font-semibold',
              reason !== null && 'line-through',
            )}
          >
            {displayTime(startTime)}
          </span>
          {reason !== null && <span className="text-xs leading-tight text-balance">{reason}</span>}
        </label>
      ))}
    </div>
  );
}

/** The ten times, all disabled; shown until they can be loaded. */
const disabledSlots = slotTimes.map((startTime) => ({ startTime, available: false, reason: null }));

function getHint(slots: readonly Slot[] | undefined, timeZone: string): string {
  if (slots?.every((slot) => !slot.available)) {
    return 'No times are available on this day. Please try another date.';
  }
  const zone = getForeignZoneName(timeZone, getBrowserTimeZone());
  return zone === null ? '' : `Times are in ${zone}.`;
}

function TileSkeletons() {
  return (
    <div className="grid grid-cols-2 gap-2">
      {slotTimes.map((time) => (
        <Skeleton key={time} className="h-13" />
      ))}
    </div>
  );
}

/**
 * Returns why the selected time is not among the day's free time slots, in one sentence; null if it is, or
 * if no time is selected.
 */
export function getLostProblem(
  slots: readonly Slot[],
  date: string,
  startTime: string,
): string | null {
  const slot = slots.find((listedSlot) => listedSlot.startTime === startTime);
  if (startTime === '' || slot?.available) return null;
  const reason = slot?.reason ? ` (${slot.reason.toLowerCase().replace(/\.$/, '')})` : '';
  return `${displayTime(startTime)} is not available on ${displayDate(date)}${reason}. Please choose another time.`;
}

/**
 * Returns the name of the business's time zone ('Pacific Time') for a viewer in another one; null if both
 * show the same time.
 */
export function getForeignZoneName(timeZone: string, ownZone: string): string | null {
  const name = getZoneName(timeZone);
  return name === getZoneName(ownZone) ? null : name;
}

function getZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the browser's time zone. */
function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
