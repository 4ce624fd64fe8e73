import { CalendarDays, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

interface ActionProps {
  to: typeof paths.bookService | typeof paths.appointments;
  className: string;
  children: ReactNode;
}

interface CustomerFrameProps {
  welcome: ReactNode;
  /** A link of the quick actions; in the shell, which is for the eyes alone, it leads nowhere. */
  renderAction: (props: ActionProps) => ReactNode;
  upcoming: ReactNode;
  recent: ReactNode;
  vehicles: ReactNode;
  plans: ReactNode;
}

/**
 * Where everything stands on a customer's dashboard, and what needs no data. Its shell shares it
 * (`shells.tsx`): when the page takes its place, nothing moves.
 */
export function CustomerFrame(parts: CustomerFrameProps) {
  return (
    <>
      <PageHeading title="Dashboard" subtitle={parts.welcome} />
      {/* One column in the order of need on a phone; two of their own heights where there is room. */}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="contents lg:grid lg:content-start lg:gap-6">
          <section aria-labelledby="upcoming" className="order-2 min-w-0">
            <h2 id="upcoming" className="mb-3 text-lg">
              Upcoming Appointment
            </h2>
            {parts.upcoming}
          </section>
          <div className="order-4 min-w-0">{parts.recent}</div>
        </div>
        <div className="contents lg:grid lg:content-start lg:gap-6">
          <nav
            aria-label="Quick actions"
            className="order-1 grid grid-cols-2 gap-3 lg:mt-9 lg:grid-cols-1"
          >
            {parts.renderAction({
              to: paths.bookService,
              className: classNames(actionLook, mainAction),
              children: (
                <>
                  <Wrench className="size-6 shrink-0" aria-hidden />
                  Book Service
                </>
              ),
            })}
            {parts.renderAction({
              to: paths.appointments,
              className: classNames(actionLook, otherAction),
              children: (
                <>
                  <CalendarDays className="size-6 shrink-0" aria-hidden />
                  My Appointments
                </>
              ),
            })}
          </nav>
          <div className="order-3 min-w-0">{parts.vehicles}</div>
          {/* Last on a phone, so that its coming moves nothing. */}
          <div className="order-5 min-w-0 empty:hidden">{parts.plans}</div>
        </div>
      </div>
    </>
  );
}

const actionLook = classNames(
  'flex min-h-20 flex-col justify-between gap-2 rounded-lg border p-4 font-display text-lg leading-tight font-semibold no-underline transition-colors',
  'max-[22rem]:text-base lg:min-h-16 lg:flex-row lg:items-center lg:justify-start lg:gap-3',
);
/** The screen's one main action. */
const mainAction = 'border-transparent bg-signal text-on-signal hover:bg-signal-strong';
const otherAction = 'border-line bg-sheet hover:border-line-strong';
