import { displayDate, getWeekdayName } from '@curbwrench/contract/fields/calendar';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveEvents } from '../api/live-queries.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { useEffectiveRole } from '../session/queries.ts';
import { Brand } from '../ui/brand.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Overlays } from './overlays.tsx';
import { PageFrame, SkipLink } from './page-frame.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { usePageWidth } from './page-width.ts';

interface AppLayoutProps {
  user: SessionUser;
  /** Shown in the header next to the initials. */
  headerItems: ReactNode;
  children: ReactNode;
}

/** Renders the frame around every page of a signed-in person. */
export function AppLayout({ user, headerItems, children }: AppLayoutProps) {
  const business = useBusiness();
  const width = usePageWidth();
  useLiveEvents(useQueryClient(), user.id);
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar user={user} />
        {/*
          This column reserves a gutter on its right for the assistant's button, which floats over the
          scrolling page; on wide screens the margin next to the page is enough.
        */}
        <div
          data-width={width}
          className="group/frame flex min-w-0 flex-1 flex-col pb-[calc(3.75rem+env(safe-area-inset-bottom))] lg:pr-[clamp(0rem,95.5rem-100vw,3.25rem)] lg:pb-0 lg:data-[width=full]:pr-13"
        >
          <header className="sticky top-0 z-20 flex min-h-14 items-center justify-between gap-2 border-b border-line bg-sheet px-4 sm:px-6 lg:static lg:mx-auto lg:w-full lg:max-w-6xl lg:group-data-[width=wide]/frame:max-w-[104rem] lg:group-data-[width=full]/frame:max-w-none lg:border-b-0 lg:bg-transparent lg:pt-3">
            <Link
              to={paths.dashboard}
              className="flex min-h-touch min-w-touch items-center lg:hidden"
            >
              <Brand
                name={business.name}
                logoUrl={business.logoUrl}
                hideNameOnPhones={isOfficeRole(user.role)}
              />
            </Link>
            <TodaysDate />
            {/* On phones, without gaps and up to the edge of the page's content, so that the name has room. */}
            <div className="flex items-center gap-1 max-sm:-mr-1.5 max-sm:gap-0">
              {headerItems}
              <PersonMenu user={user} />
            </div>
          </header>
          <ConnectionBanner />
          <PageFrame className="lg:pt-2">{children}</PageFrame>
        </div>
      </div>
      <BottomBar role={useEffectiveRole()} />
      <Overlays />
    </>
  );
}

/** Shows the date in the business's time zone, which all pages use regardless of the viewer's time zone. */
function TodaysDate() {
  const today = useToday();
  return (
    <time dateTime={today} className="figures hidden text-sm text-ink-faint lg:block">
      {getWeekdayName(today)}, {displayDate(today)}
    </time>
  );
}
