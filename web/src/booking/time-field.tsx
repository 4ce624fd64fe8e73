import { slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { useSlots } from './queries.ts';

interface TimeFieldProps {
  query: ReturnType<typeof useSlots>;
  /** What must be chosen before times can be offered, as a sentence; null if nothing. */
  before: string | null;
  value: string;
  error: string | undefined;
  /** Says that the chosen time is no longer available, and why. */
  lost: string | null;
  /** The time zone the times are in. */
  timeZone: string;
  onValueChange: (startTime: string) => void;
}

/** Renders ten tiles to choose a time; a time that is taken says so. */
export function TimeField({
  query,
  before,
  value,
  error,
  lost,
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
        {before ?? hintOf(query.data, timeZone)}
      </p>
      {before === null ? (
        <Loaded
          query={query}
          skeleton={<TileSkeletons />}
          failure="We couldn't load the times."
          causeOf={sentenceOf}
        >
          {(slots) => <Tiles slots={slots} value={value} onValueChange={onValueChange} />}
        </Loaded>
      ) : (
        <Tiles slots={unaskedSlots} value="" onValueChange={onValueChange} />
      )}
      <p id={`${id}-lost`} role="status" className="text-sm font-medium text-waiting empty:hidden">
        {lost !== null && (
          <span className="inline-flex items-start gap-1.5">
            <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
            {lost}
          </span>
        )}
      </p>
      <FieldError id={`${id}-error`}>{lost === null ? error : undefined}</FieldError>
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
            {twelveHour(startTime)}
          </span>
          {reason !== null && <span className="text-xs leading-tight text-balance">{reason}</span>}
        </label>
      ))}
    </div>
  );
}

/** The ten times before they can be loaded: none is offered yet. */
const unaskedSlots = slotTimes.map((startTime) => ({ startTime, available: false, reason: null }));

function hintOf(slots: readonly Slot[] | undefined, timeZone: string): string {
  if (slots?.every((slot) => !slot.available)) {
    return 'No times are available on this day. Please try another date.';
  }
  const zone = zoneNameFor(timeZone, viewersZone());
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
 * Returns why the chosen time is not among the day's free time slots, as a sentence; null if it is, or if
 * nothing is chosen.
 */
export function whyLost(slots: readonly Slot[], date: string, startTime: string): string | null {
  const slot = slots.find((one) => one.startTime === startTime);
  if (startTime === '' || slot?.available) return null;
  const reason = slot?.reason ? ` (${slot.reason.toLowerCase().replace(/\.$/, '')})` : '';
  return `${twelveHour(startTime)} is not available on ${displayDate(date)}${reason}. Please choose another time.`;
}

/**
 * Returns the name of the business's time zone ('Pacific Time') for a viewer in another one; null if both
 * show the same time.
 */
export function zoneNameFor(timeZone: string, ownZone: string): string | null {
  const name = nameOf(timeZone);
  return name === nameOf(ownZone) ? null : name;
}

function nameOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the browser's time zone. */
function viewersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
