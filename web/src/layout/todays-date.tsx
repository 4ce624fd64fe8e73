import { displayDate, weekdayName } from '@curbwrench/contract/calendar';
import { useToday } from '../business/today.ts';

/** The business's day: every date on the pages is counted from it, wherever the reader is. */
export function TodaysDate() {
  const today = useToday();
  return (
    <time dateTime={today} className="figures hidden text-sm text-ink-faint lg:block">
      {weekdayName(today)}, {displayDate(today)}
    </time>
  );
}
