import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { CalendarPlus, X } from 'lucide-react';
import type { BookedAppointment } from '../../booking/booked-appointment.ts';
import { formatCancellationTerms } from '../../booking/cancellation-terms.ts';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { getHoursUntil } from '../../lib/business-time.ts';
import { paths } from '../../paths.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useNow } from '../../ui/use-now.ts';
import { appointmentCalendarUrl } from '../queries.ts';

/** Tells a customer who has just booked what happens next; renders nothing for everyone else. */
export function BookedPanel() {
  const booked = useLocation({ select: ({ state }) => state.booked });
  // The server can't read what the browser stores with the history entry.
  const isHydrated = useHydrated();
  return isHydrated && booked ? <WhatHappensNext booked={booked} /> : null;
}

function WhatHappensNext({ booked }: { booked: BookedAppointment }) {
  const today = useToday();
  const now = useNow();
  const { timeZone } = useBusiness();
  const navigate = useNavigate({ from: paths.appointments });
  const { id, date, startTime, endTime, services, cancellationCutoffHours } = booked;
  const when = `${displayDayInSentence(date, today)}, ${displayTime(startTime)} to ${displayTime(endTime)}`;
  return (
    <Panel
      title="What happens next"
      subtitle={`Booked: ${services} ${when}.`}
      className="mb-5"
      action={
        <IconButton
          label="Close"
          icon={<X className="size-5" aria-hidden />}
          className="-mt-2 -mr-2 self-start"
          onClick={() =>
            void navigate({ search: true, state: {}, replace: true, resetScroll: false })
          }
        />
      }
    >
      <ol className="grid gap-2.5">
        {[
          "We'll confirm your appointment and let you know who's coming.",
          "On the day of your appointment, you can track your mechanic's arrival.",
          formatCancellationTerms(
            cancellationCutoffHours,
            getHoursUntil(timeZone, date, startTime, now),
          ),
        ].map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden
              className="figures flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong font-display text-sm font-semibold"
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <a href={appointmentCalendarUrl(id)} download className={buttonClass()}>
          <CalendarPlus className="size-5 shrink-0" aria-hidden />
          Add to calendar
        </a>
        <Link to={paths.appointment} params={{ id: String(id) }} className={buttonClass()}>
          View appointment
        </Link>
        <Link to={paths.chatSupport} className={buttonClass()}>
          Message the office
        </Link>
      </div>
    </Panel>
  );
}
