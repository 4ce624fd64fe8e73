import { listAllStartTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { useSlots } from './queries.ts';

// Loaded only for the office.
const OtherTime = lazyComponent(async () => (await import('./other-time.tsx')).OtherTime);

interface TimeFieldProps {
  query: ReturnType<typeof useSlots>;
  /** A sentence that says what to select first; null if times can be offered. */
  prerequisite: string | null;
  value: string;
  error: string | undefined;
  /** Why the selected time is no longer available, in one sentence; null if it is available. */
  unavailableTimeProblem: string | null;
  /** The time zone the times are in. */
  timeZone: string;
  /** Whether the viewer is office staff, who can also choose a time between the slots or outside working hours. */
  isOfficeStaff: boolean;
  onValueChange: (startTime: string) => void;
}

/** Renders a tile for each time slot; the tile of an unavailable slot says why. */
export function TimeField({
  query,
  prerequisite,
  value,
  error,
  unavailableTimeProblem,
  timeZone,
  isOfficeStaff,
  onValueChange,
}: TimeFieldProps) {
  const id = useId();
  const { bookingRules } = useBusiness();
  const times = listAllStartTimes(bookingRules);
  return (
    <fieldset
      aria-describedby={`${id}-hint ${id}-unavailable ${id}-error`}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">Preferred Time</legend>
      <p id={`${id}-hint`} className="mb-1 text-sm text-ink-soft empty:hidden">
        {prerequisite ?? describeTimes(query.data, timeZone, isOfficeStaff)}
      </p>
      {prerequisite === null ? (
        <Loaded
          query={query}
          skeleton={<TileSkeletons times={times} />}
          failure="We couldn't load the times."
          getCause={getErrorMessage}
        >
          {(slots) => <Tiles slots={slots} value={value} onValueChange={onValueChange} />}
        </Loaded>
      ) : (
        <Tiles slots={times.map(toDisabledSlot)} value="" onValueChange={onValueChange} />
      )}
      {isOfficeStaff && prerequisite === null && (
        <LazyPart skeleton={<Skeleton className="mt-3 h-25" />}>
          <OtherTime slots={query.data} value={value} onValueChange={onValueChange} />
        </LazyPart>
      )}
      <p
        id={`${id}-unavailable`}
        role="status"
        className="text-sm font-medium text-waiting empty:hidden"
      >
        {unavailableTimeProblem !== null && (
          <span className="inline-flex items-start gap-1.5">
            <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
            {unavailableTimeProblem}
          </span>
        )}
      </p>
      <FieldError id={`${id}-error`}>
        {unavailableTimeProblem === null ? error : undefined}
      </FieldError>
    </fieldset>
  );
}

interface TilesProps {
  slots: readonly Slot[];
  value: string;
  onValueChange: (startTime: string) => void;
}

function Tiles({ slots, value, onValueChange }: TilesProps) {
  const name = useId();
  return (
    <div className="grid grid-cols-2 gap-2">
      {slots.map(({ startTime, endTime, reason, ...slot }) => {
        const available = isSelectable(slot);
        const tileId = `${name}-${startTime}`;
        // The accessible name has no end time, so that screen readers read only one time when moving through the tiles.
        const isEndShown = reason === null && endTime !== null;
        return (
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
              aria-labelledby={isEndShown ? tileId : undefined}
              aria-describedby={isEndShown ? `${tileId}-end` : undefined}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
            <span
              id={tileId}
              className={classNames(
                'text-lg leading-tight',
                available && 'font-semibold',
                reason !== null && !available && 'line-through',
              )}
            >
              {displayTime(startTime)}
            </span>
            {reason !== null && (
              <span className="text-xs leading-tight text-balance">{reason}</span>
            )}
            {isEndShown && (
              <span id={`${tileId}-end`} className="text-xs leading-tight">
                ends {displayTime(endTime)}
              </span>
            )}
          </label>
        );
      })}
    </div>
  );
}

/** Returns whether a slot can be chosen: it is free, or the office can confirm it. */
function isSelectable({
  available,
  needsConfirmation,
}: Pick<Slot, 'available' | 'needsConfirmation'>): boolean {
  return available || needsConfirmation === true;
}

/** Returns a disabled slot, which is shown until the slots can be loaded. */
function toDisabledSlot(startTime: string): Slot {
  return { startTime, endTime: null, available: false, reason: null };
}

/**
 * Returns a sentence about the day's time slots: that none can be selected, or, for a viewer in another time zone, which
 * time zone they are in; '' otherwise. The office can also choose a time that is not a slot.
 */
export function describeTimes(
  slots: readonly Slot[] | undefined,
  timeZone: string,
  isOfficeStaff: boolean,
): string {
  if (slots?.every((slot) => !isSelectable(slot))) {
    return isOfficeStaff
      ? 'No regular times are available on this day. Choose any time below, or try another date.'
      : 'No times are available on this day. Try another date.';
  }
  const zone = getZoneNameIfDifferent(timeZone, getBrowserTimeZone());
  return zone === null ? '' : `Times are in ${zone}.`;
}

function TileSkeletons({ times }: { times: readonly string[] }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {times.map((time) => (
        <Skeleton key={time} className="h-13" />
      ))}
    </div>
  );
}

/**
 * Returns why the selected time is not among the day's free time slots, in one sentence; null if it is one of
 * them, or if no time is selected. The office can also choose a time between the slots.
 */
export function getUnavailableTimeProblem(
  slots: readonly Slot[],
  date: string,
  startTime: string,
  isOfficeStaff: boolean,
): string | null {
  const slot = slots.find((listedSlot) => listedSlot.startTime === startTime);
  if (startTime === '' || (slot ? isSelectable(slot) : isOfficeStaff)) return null;
  const reason = slot?.reason ? ` (${slot.reason.toLowerCase().replace(/\.$/, '')})` : '';
  return `${displayTime(startTime)} isn't available on ${displayDateWithWeekday(date)}${reason}. Choose another time.`;
}

/**
 * Returns the name of the business's time zone ('Pacific Time') for a viewer in another time zone; null
 * if both zones show the same time.
 */
export function getZoneNameIfDifferent(timeZone: string, viewerTimeZone: string): string | null {
  const name = getZoneName(timeZone);
  return name === getZoneName(viewerTimeZone) ? null : name;
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
