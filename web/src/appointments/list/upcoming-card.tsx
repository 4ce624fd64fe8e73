import { Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { getErrorMessage } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CustomerLinks } from '../card/customer-links.tsx';
import { JobCard } from '../card/job-card.tsx';
import { missingMechanicLabelsForCustomers } from '../card/job-fields.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { useUpcomingAppointment } from './use-upcoming-appointment.ts';

/** Shows the customer's next appointment, or a link to book one. */
export function UpcomingCard() {
  const { query, next } = useUpcomingAppointment();
  return (
    <Loaded
      query={query}
      skeleton={<JobSkeletons count={1} layout="card" actionCount={2} />}
      failure="We couldn't load your upcoming appointment."
      getCause={getErrorMessage}
    >
      {() =>
        next ? (
          <JobCard
            appointment={next}
            fields={['vehicle', 'mechanic', 'address']}
            missingMechanicLabels={missingMechanicLabelsForCustomers}
            action={<CustomerLinks appointment={next} size="md" isTrackingPrimary />}
          />
        ) : (
          <NoUpcomingAppointment />
        )
      }
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
