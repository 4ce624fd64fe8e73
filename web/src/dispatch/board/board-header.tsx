import {
  addDays,
  displayDateWithWeekday,
  displayDayHeading,
  getWeekday,
} from '@curbwrench/contract/fields/calendar';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { useBoardSearch } from './use-board-search.ts';

const modes = [
  ['board', 'Day'],
  ['week', 'Week'],
] as const;

interface BoardHeaderProps {
  /** A short summary of the day's or week's jobs; undefined while they are loading. */
  summary: string | undefined;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Shows which day or week is on the board, with buttons to change it. */
export function BoardHeader({ summary, children }: BoardHeaderProps) {
  const { today, date, isWeek, show } = useBoardSearch();
  const unit = isWeek ? 'week' : 'day';
  const dayCount = isWeek ? 7 : 1;
  const firstDate = isWeek ? getSunday(date) : date;
  const isCurrent = firstDate === (isWeek ? getSunday(today) : today);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1.5 lg:px-3">
      <span className="flex items-center">
        <IconButton
          label={`Previous ${unit}`}
          icon={<ChevronLeft className="size-5" aria-hidden />}
          onClick={() => show({ date: addDays(date, -dayCount) })}
        />
        <Button
          size="sm"
          disabledReason={
            isCurrent ? (isWeek ? "You're viewing this week." : "You're viewing today.") : null
          }
          onClick={() => show({ date: today })}
        >
          {isWeek ? 'This week' : 'Today'}
        </Button>
        <IconButton
          label={`Next ${unit}`}
          icon={<ChevronRight className="size-5" aria-hidden />}
          onClick={() => show({ date: addDays(date, dayCount) })}
        />
      </span>
      <span role="group" aria-label="View" className="flex">
        {modes.map(([mode, label]) => (
          <Button
            key={mode}
            size="sm"
            aria-pressed={(mode === 'week') === isWeek}
            className="first:rounded-r-none last:-ml-px last:rounded-l-none aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() => show({ view: mode })}
          >
            {label}
          </Button>
        ))}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 max-lg:order-first max-lg:min-w-[60%] max-lg:px-2">
        <h2 id="day-board" className="figures text-lg" aria-live="polite">
          {isWeek ? (
            `${displayDateWithWeekday(firstDate)} to ${displayDateWithWeekday(addDays(firstDate, dayCount - 1))}`
          ) : (
            <>
              {displayDayHeading(date, today)}
              <span className="ml-2 font-sans text-sm font-normal text-ink-soft">
                {displayDateWithWeekday(date)}
              </span>
            </>
          )}
        </h2>
        <p className="figures text-sm text-ink-soft">{summary}</p>
      </div>
      {children && <div className="max-lg:order-first">{children}</div>}
    </header>
  );
}

/** Returns the Sunday of a date's week, which is its first day. */
function getSunday(date: string): string {
  return addDays(date, -getWeekday(date));
}
