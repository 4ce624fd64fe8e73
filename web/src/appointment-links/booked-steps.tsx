import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { useLocation } from '@tanstack/react-router';
import { formatCancellationTerms } from '../booking/cancellation-terms.ts';
import { useBusiness } from '../business/queries.ts';
import { getHoursUntil } from '../lib/business-time.ts';
import { Panel } from '../ui/panel.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useNow } from '../ui/use-now.ts';
import { isBeforeConfirmation } from './link-page-state.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this page opened because a visitor has just booked. */
    bookedByVisitor?: boolean;
  }
}

/**
 * Tells a visitor who has just booked what happens next, until a mechanic is assigned; renders nothing for everyone
 * else.
 */
export function BookedSteps({ appointment }: { appointment: LinkedAppointment }) {
  const now = useNow();
  const { timeZone, demo } = useBusiness();
  const isBooked = useLocation({ select: ({ state }) => state.bookedByVisitor === true });
  const isHydrated = useHydrated();
  if (!isHydrated || !isBooked || !isBeforeConfirmation(appointment)) return null;
  const { date, startTime, cancellationCutoffHours } = appointment;
  return (
    <Panel
      title="What happens next"
      subtitle={`Your appointment is booked.${demo ? '' : ' We also emailed you a link to this page.'}`}
    >
      <ol className="grid list-decimal gap-2.5 pl-5">
        <li>We'll confirm your appointment and let you know who's coming.</li>
        <li>On the day of your appointment, you can track your mechanic's arrival.</li>
        <li>
          {formatCancellationTerms(
            cancellationCutoffHours,
            getHoursUntil(timeZone, date, startTime, now),
          )}
        </li>
      </ol>
    </Panel>
  );
}
