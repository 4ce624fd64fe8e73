import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { useBusiness } from '../business/queries.ts';
import { dateIn, timeIn } from '../lib/business-time.ts';
import { useNow } from '../ui/use-now.ts';

/** Shows when a mechanic was last seen if their status is available but they have been inactive for two working hours. */
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

/** Returns 'Not seen since 9:10 AM', 'Last seen yesterday, Mar 02, 2026' for an earlier day, or 'Not seen yet'. */
export function getInactivityText(
  lastActive: string | null,
  now: number,
  timeZone: string,
): string {
  if (lastActive === null) return 'Not seen yet';
  const date = dateIn(timeZone, lastActive);
  const today = dateIn(timeZone, now);
  return date === today
    ? `Not seen since ${displayTime(timeIn(timeZone, lastActive))}`
    : `Last seen ${displayDayInSentence(date, today)}`;
}
