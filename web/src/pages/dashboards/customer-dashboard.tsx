import { Link } from '@tanstack/react-router';
import { CalendarDays, Wrench, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RecentServices } from '../../features/appointments/recent-services.tsx';
import { UpcomingCard } from '../../features/appointments/upcoming-card.tsx';
import { TrackMechanic } from '../../features/tracking/track-mechanic.tsx';
import { MyVehicles } from './my-vehicles.tsx';
import { Welcome } from './welcome.tsx';

const PlansTeaser = lazyComponent(
  async () => (await import('../../features/plans/plans-teaser.tsx')).PlansTeaser,
);

/** What a customer sees first (spec section 2): what comes, what they drive, what was done. */
export function CustomerDashboard() {
  return (
    <>
      <PageHeading title="Dashboard" subtitle={<Welcome />} />
      {/* One column in the order of need on a phone; two of their own heights where there is room. */}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="contents lg:grid lg:content-start lg:gap-6">
          <section aria-labelledby="upcoming" className="order-2 min-w-0">
            <h2 id="upcoming" className="mb-3 text-lg">
              Upcoming Appointment
            </h2>
            <UpcomingCard Track={TrackMechanic} />
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
            <QuickAction to={paths.bookService} icon={Wrench} main>
              Book Service
            </QuickAction>
            <QuickAction to={paths.appointments} icon={CalendarDays}>
              My Appointments
            </QuickAction>
          </nav>
          <div className="order-3 min-w-0">
            <MyVehicles />
          </div>
          {/* Last on a phone, so that its coming moves nothing. */}
          <div className="order-5 min-w-0 empty:hidden">
            <Suspense fallback={null}>
              <PlansTeaser />
            </Suspense>
          </div>
        </div>
      </div>
    </>
  );
}

interface QuickActionProps {
  to: typeof paths.bookService | typeof paths.appointments;
  icon: LucideIcon;
  /** The screen's one main action. */
  main?: boolean;
  children: string;
}

function QuickAction({ to, icon: Icon, main = false, children }: QuickActionProps) {
  return (
    <Link
      to={to}
      className={classNames(
        'flex min-h-20 flex-col justify-between gap-2 rounded-lg border p-4 font-display text-lg leading-tight font-semibold no-underline transition-colors',
        'max-[22rem]:text-base lg:min-h-16 lg:flex-row lg:items-center lg:justify-start lg:gap-3',
        main
          ? 'border-transparent bg-signal text-on-signal hover:bg-signal-strong'
          : 'border-line bg-sheet hover:border-line-strong',
      )}
    >
      <Icon className="size-6 shrink-0" aria-hidden />
      {children}
    </Link>
  );
}
