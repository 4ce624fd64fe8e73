import { Link } from '@tanstack/react-router';
import { CalendarDays, Wrench } from 'lucide-react';
import type { PageLoader } from '../api/lazy-page.ts';
import { recentServicesQuery, RecentServices } from '../appointments/list/recent-services.tsx';
import { UpcomingCard } from '../appointments/list/upcoming-card.tsx';
import { useUpcomingAppointment } from '../appointments/list/use-upcoming-appointment.ts';
import { upcomingQuery } from '../appointments/queries.ts';
import { getToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { vehiclesQuery } from '../vehicles/queries.ts';
import { MyVehicles } from './my-vehicles.tsx';
import { Welcome } from './welcome.tsx';

const PlansTeaser = lazyComponent(
  async () => (await import('../plans/plans-teaser.tsx')).PlansTeaser,
);

export const loader: PageLoader = ({ read, readPages, queryClient }) => {
  read(upcomingQuery(getToday(queryClient)));
  read(vehiclesQuery());
  readPages(recentServicesQuery);
};

/** Shows what matters most to a customer: their next appointment, vehicles and past services. */
export function CustomerDashboard() {
  const { shouldOfferTracking } = useUpcomingAppointment();
  return (
    <>
      <PageHeading title="Dashboard" subtitle={<Welcome />} />
      {/* One column in order of importance on a phone; two independent columns elsewhere. */}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="contents lg:grid lg:content-start lg:gap-6">
          <section aria-labelledby="upcoming" className="order-2 min-w-0">
            <h2 id="upcoming" className="mb-3 text-lg">
              Upcoming Appointment
            </h2>
            <UpcomingCard />
          </section>
          <div className="order-4 min-w-0">
            <RecentServices />
          </div>
        </div>
        <div className="contents lg:grid lg:content-start lg:gap-6">
          <nav
            aria-label="Quick actions"
            className="order-1 grid grid-cols-2 gap-3 lg:mt-9 lg:grid-cols-1"
          >
            <Link
              to={paths.bookService}
              className={classNames(
                actionClass,
                shouldOfferTracking ? secondaryActionClass : primaryActionClass,
              )}
            >
              <Wrench className="size-6 shrink-0" aria-hidden />
              Book Service
            </Link>
            <Link to={paths.appointments} className={classNames(actionClass, secondaryActionClass)}>
              <CalendarDays className="size-6 shrink-0" aria-hidden />
              My Appointments
            </Link>
          </nav>
          <div className="order-3 min-w-0">
            <MyVehicles />
          </div>
          {/* Last on a phone, so that nothing moves when it loads. */}
          <div className="order-5 min-w-0 empty:hidden">
            <LazyPart>
              <PlansTeaser />
            </LazyPart>
          </div>
        </div>
      </div>
    </>
  );
}

const actionClass = classNames(
  'flex min-h-20 flex-col justify-between gap-2 rounded-lg border p-4 font-display text-lg leading-tight font-semibold no-underline transition-colors',
  'max-[22rem]:text-base lg:min-h-16 lg:flex-row lg:items-center lg:justify-start lg:gap-3',
);
/** The page's primary action, except while a mechanic can be tracked. */
const primaryActionClass = 'border-transparent bg-signal text-on-signal hover:bg-signal-strong';
const secondaryActionClass = 'border-line bg-sheet hover:border-line-strong';
