import { upcomingAppointment } from '@curbwrench/contract/upcoming-appointment';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { useBusiness, useToday } from '../../business/queries.ts';
import { timeIn } from '../../lib/business-time.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNow } from '../../ui/use-now.ts';
import { JobCard } from '../card/job-card.tsx';
import { customerWords } from '../card/job-facts.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { ViewDetails } from '../card/view-details.tsx';
import { upcomingQuery } from '../queries.ts';
import type { TrackButton } from '../track-button.ts';

interface UpcomingCardProps {
  /** The customer's way to see where their mechanic is; a page brings it from its own feature. */
  Track: TrackButton;
}

/** The customer's next appointment, or what to do without one. */
export function UpcomingCard({ Track }: UpcomingCardProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const time = timeIn(timeZone, useNow());
  const query = useQuery(upcomingQuery(today));
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
            words={customerWords}
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
