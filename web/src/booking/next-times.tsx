import { displayDayHeading, displayTime } from '@curbwrench/contract/fields/calendar';
import { useId, type ReactNode } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useToday } from '../business/today.ts';
import { classNames } from '../ui/class-names.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { BookingValues } from './booking-form-values.ts';
import type { useNextSlots } from './queries.ts';

interface NextTimesProps {
  query: ReturnType<typeof useNextSlots>;
  hasService: boolean;
  values: Pick<BookingValues, 'date' | 'startTime'>;
  onChoose: (slot: Pick<BookingValues, 'date' | 'startTime'>) => void;
}

/** Offers the next available times; one click selects both the date and the time. The height never changes. */
export function NextTimes({ query, hasService, values, onChoose }: NextTimesProps) {
  const id = useId();
  const today = useToday();
  return (
    <div
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      data-next-times
      className="min-w-0 outline-none"
    >
      <p id={id} className="font-semibold">
        Next available
      </p>
      <div className="mt-1.5 grid min-h-20">
        {hasService ? (
          <Loaded
            query={query}
            skeleton={<Skeleton className="h-20" />}
            failure="We couldn't load the next available times."
            getCause={getErrorMessage}
          >
            {(slots) =>
              slots.length === 0 ? (
                <Message>No times are available soon. Choose a later date below.</Message>
              ) : (
                <div
                  aria-busy={query.isPlaceholderData}
                  className={classNames(
                    'grid grid-cols-3 gap-2 transition-opacity',
                    query.isPlaceholderData && 'opacity-60',
                  )}
                >
                  {slots.map(({ date, startTime, endTime }) => (
                    <button
                      key={`${date} ${startTime}`}
                      type="button"
                      aria-pressed={date === values.date && startTime === values.startTime}
                      onClick={() => onChoose({ date, startTime })}
                      className="figures flex min-h-20 min-w-0 flex-col items-center justify-center rounded-md border border-line-strong bg-sheet px-1 py-2 leading-tight transition-colors not-aria-pressed:hover:bg-well aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
                    >
                      <span className="text-sm">{displayDayHeading(date, today)} </span>
                      <span className="text-lg leading-tight font-semibold">
                        {displayTime(startTime)}{' '}
                      </span>
                      {endTime !== null && (
                        <span className="text-xs">ends {displayTime(endTime)}</span>
                      )}
                    </button>
                  ))}
                </div>
              )
            }
          </Loaded>
        ) : (
          <Message>Select a service to see the next available times.</Message>
        )}
      </div>
    </div>
  );
}

function Message({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center rounded-md border border-dashed border-line px-3 text-sm text-ink-soft">
      {children}
    </p>
  );
}
