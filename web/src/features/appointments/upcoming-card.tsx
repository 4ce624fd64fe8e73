import { upcomingFrom, upcomingLook } from '@curbwrench/contract/first-reads';
import { upcomingAppointment } from '@curbwrench/contract/upcoming-appointment';
import { Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { timeIn } from '../../lib/business-time.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useBusiness, useToday } from '../business/queries.ts';
import { JobCard } from './job-card.tsx';
import { JobSkeletons } from './job-skeleton.tsx';
import { useAppointments } from './queries.ts';
import type { TrackButton } from './track-button.ts';
import { ViewDetails } from './view-details.tsx';

interface UpcomingCardProps {
  /** The customer's way to see where their mechanic is; a page brings it from its own feature. */
  Track: TrackButton;
}

/** The customer's next appointment, or what to do without one. */
export function UpcomingCard({ Track }: UpcomingCardProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const time = timeIn(timeZone, useNow());
  const { status, sort, limit } = upcomingLook;
  // In this order: it is the address whose answer comes with the page (`firstReads`).
  const query = useAppointments({ from: upcomingFrom(today), sort, status }, limit);
  return (
    <Loaded
      query={query}
      skeleton={<JobSkeletons count={1} density="card" actions={2} />}
      failure="We couldn't load your upcoming appointment."
      causeOf={sentenceOf}
    >
      {(appointments) => {
        const next = upcomingAppointment(appointments, { date: today, time });
        return next ? (
          <JobCard
            appointment={next}
            facts={['vehicle', 'mechanic', 'address']}
            words={{ none: 'Not yet assigned', unknown: 'Unknown Mechanic' }}
            action={
              <>
                <Track appointment={next} />
                <ViewDetails appointmentId={next.id} size="md" />
              </>
            }
          />
        ) : (
          <NoneUpcoming />
        );
      }}
    </Loaded>
  );
}

function NoneUpcoming() {
  return (
    <EmptyState
      framed
      icon={<CalendarPlus aria-hidden />}
      action={
        <Link
          to={paths.bookService}
          className="link inline-flex min-h-touch items-center font-semibold"
        >
          Book a service now
        </Link>
      }
    >
      You don't have any upcoming appointments.
    </EmptyState>
  );
}
