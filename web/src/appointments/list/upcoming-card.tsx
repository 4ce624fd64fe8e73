import { findUpcomingAppointment } from '@curbwrench/contract/appointments/upcoming-appointment';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { getErrorMessage } from '../../api/api-error.ts';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { timeIn } from '../../lib/business-time.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CustomerLinks } from '../card/customer-links.tsx';
import { JobCard } from '../card/job-card.tsx';
import { missingMechanicTextsForCustomers } from '../card/job-fields.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { upcomingQuery } from '../queries.ts';

/** Shows the customer's next appointment, or a link to book one. */
export function UpcomingCard() {
  const today = useToday();
  const { timeZone } = useBusiness();
  const time = timeIn(timeZone, useNow());
  const query = useQuery(upcomingQuery(today));
  return (
    <Loaded
      query={query}
      skeleton={<JobSkeletons count={1} layout="card" actions={2} />}
      failure="We couldn't load your upcoming appointment."
      getCause={getErrorMessage}
    >
      {(appointments) => {
        const next = findUpcomingAppointment(appointments, { date: today, time });
        return next ? (
          <JobCard
            appointment={next}
            fields={['vehicle', 'mechanic', 'address']}
            missingMechanicTexts={missingMechanicTextsForCustomers}
            action={<CustomerLinks appointment={next} size="md" hasPrimary />}
          />
        ) : (
          <NoUpcomingAppointment />
        );
      }}
    </Loaded>
  );
}

function NoUpcomingAppointment() {
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
