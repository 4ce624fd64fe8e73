import type { BookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { appointmentQuery } from '../appointments/queries.ts';
import { useBookingRules } from '../booking/booking-rules.ts';
import { readDraft } from '../booking/booking-draft.ts';
import {
  getBooker,
  emptyBooking,
  type Booker,
  type BookingValues,
} from '../booking/booking-form-values.ts';
import { BookingForm } from '../booking/booking-form.tsx';
import { resumeDraftOrRebook } from '../booking/book-again.ts';
import { useBusiness } from '../business/queries.ts';
import { emptyVisitor } from '../customers/new-customer.ts';
import { useToday } from '../business/today.ts';
import { PageMessage } from '../layout/page-message.tsx';
import { paths } from '../paths.ts';
import { previousAddressesQuery } from '../places/queries.ts';
import { readBookServiceSearch, type BookServiceSearch } from '../searches.ts';
import { servicesQuery, useServices } from '../services/queries.ts';
import { useSessionUser } from '../session/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { vehiclesQuery } from '../vehicles/queries.ts';

const route = getRouteApi(paths.bookService);

export const loader: PageLoader = ({ read, user, location }) => {
  read(servicesQuery);
  if (getBooker(user?.role) !== 'customer') return;
  read(vehiclesQuery());
  read(previousAddressesQuery);
  const { again } = readBookServiceSearch({ ...location.search });
  if (again !== undefined) read(appointmentQuery(String(again)));
};

/** Renders 'Book Service'. No sign-in required, but mechanics cannot book. */
export function BookServicePage() {
  const user = useSessionUser();
  const today = useToday();
  const search = route.useSearch();
  const services = useServices();
  const { visitorsCanBook } = useBusiness();
  const booker = getBooker(user?.role);
  const rules = useBookingRules(booker === 'office');
  const draft = useDraft(user?.id ?? null, today, rules);
  // If the previous appointment can't be read, for example because it was deleted, the form opens without its values.
  const previous = useQuery({
    ...appointmentQuery(String(search.again)),
    enabled: search.again !== undefined && booker === 'customer',
  });

  if (booker === null) {
    return (
      <PageMessage Icon={Wrench} title="Book Service" linkText="Go to your dashboard">
        Only customers and the office can book appointments.
      </PageMessage>
    );
  }
  return (
    <>
      <PageHeading
        title="Book Service"
        subtitle="Choose a service and a time. A mechanic comes to your vehicle."
      />
      <Loaded
        query={previous.isLoading ? { ...services, data: undefined, error: null } : services}
        skeleton={<BookingSkeleton />}
        failure="We couldn't load the services."
        getCause={getErrorMessage}
      >
        {(list) => (
          <BookingForm
            key={draft === emptyBooking ? 'new' : 'draft'}
            booker={booker}
            services={list}
            today={today}
            initial={forBooker(
              booker,
              visitorsCanBook,
              applySearch(
                previous.data ? resumeDraftOrRebook(draft, previous.data) : draft,
                search,
              ),
            )}
          />
        )}
      </Loaded>
    </>
  );
}

/** Returns the form's values as this person left them in this tab. During server rendering, there is no draft. */
function useDraft(owner: string | null, today: string, rules: BookingRules): BookingValues {
  const isHydrated = useHydrated();
  const read = () => (isHydrated ? readDraft(sessionStorage, owner, today, rules) : emptyBooking);
  const [{ draft, isRead }, setDraft] = useState(() => ({ draft: read(), isRead: isHydrated }));
  if (isHydrated && !isRead) setDraft({ draft: read(), isRead: true });
  return draft;
}

/** Adds the fields that only this booker fills in: a visitor who can book also enters contact details and a vehicle. */
function forBooker(booker: Booker, visitorsCanBook: boolean, values: BookingValues): BookingValues {
  if (booker === 'visitor' && visitorsCanBook)
    return { ...values, newCustomer: values.newCustomer ?? emptyVisitor };
  return booker === 'office' ? values : { ...values, newCustomer: null };
}

/** Applies the customer, service or vehicle preselected by a link. */
function applySearch(
  draft: BookingValues,
  { customer, service, vehicle }: BookServiceSearch,
): BookingValues {
  return {
    ...(customer === undefined || customer === draft.customerId
      ? draft
      : { ...emptyBooking, customerId: customer }),
    ...(service === undefined ? {} : { serviceId: service }),
    ...(vehicle === undefined ? {} : { vehicleId: vehicle }),
  };
}

/** Renders placeholders for the three steps, a column of fields, and the summary next to it. */
function BookingSkeleton() {
  return (
    <>
      <Skeleton className="h-12" />
      <div className="mt-7 grid gap-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-6">
          <Skeleton className="h-7 w-40" />
          <FieldSkeleton />
          <FieldSkeleton />
          <Skeleton className="h-7 w-32" />
          <FieldSkeleton className="h-80" />
        </div>
        <Skeleton className="h-64" />
      </div>
    </>
  );
}
