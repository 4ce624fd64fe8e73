import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { useBusiness } from '../business/queries.ts';
import { dateIn, timeIn } from '../lib/business-time.ts';
import { useNow } from '../ui/use-now.ts';

/** Shows since when an available mechanic has been inactive, after two working hours; otherwise nothing. */
export function InactivityNote({ mechanic }: { mechanic: Mechanic }) {
  const now = useNow();
  const { timeZone } = useBusiness();
  if (!mechanic.unseen) return null;
  return (
    <span className="figures block text-sm text-ink-soft">
      {getInactivityText(mechanic.lastActive, now, timeZone)}
    </span>
  );
}

/** Returns 'Not seen since 9:10 AM', with the date for an earlier day, or 'Not seen yet'. */
export function getInactivityText(
  lastActive: string | null,
  now: number,
  timeZone: string,
): string {
  if (lastActive === null) return 'Not seen yet';
  const date = dateIn(timeZone, lastActive);
  const isToday = date === dateIn(timeZone, now);
  return `Not seen since ${isToday ? displayTime(timeIn(timeZone, lastActive)) : displayDate(date)}`;
}
