import { upcomingMarks, type UpcomingWords } from '@curbwrench/contract/first-data';
import type { Role } from '@curbwrench/contract/roles';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { JobSkeletons } from './features/appointments/job-skeleton.tsx';
import { JobTimeLines } from './features/appointments/job-time.tsx';
import { CustomerFrame } from './pages/dashboards/customer-frame.tsx';
import { paths } from './paths.ts';
import { Brand } from './ui/brand.tsx';
import { PageHeading } from './ui/page-heading.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { classNames } from './ui/class-names.ts';
import { headerLook, pageLook, sidebarLook } from './features/layout/layout-looks.ts';

/** What somebody signed in sees of a page before any script has come, and what that page needs. */
interface Page {
  /** The page's address; null for every other one. */
  readonly path: string | null;
  /** Whose page it is, where it isn't everyone's. */
  readonly role?: Role;
  /** The modules of the page, below `src`, without their ending. */
  readonly modules: readonly string[];
  readonly title?: string;
  /** A line as long as a greeting takes its place until it is known whom to greet. */
  readonly subtitle?: ReactNode;
  /** All of it, where it is more than a title. */
  readonly content?: ReactNode;
  /** The same for whoever has an appointment to come. */
  readonly upcoming?: ReactNode;
}

const greeting = <Skeleton className="my-0.5 h-5 w-44" />;
const dashboard = 'pages/dashboard-page';
const advisor = 'pages/dispatch/advisor-view';

/** The first pages that people open; their headings are those of the pages themselves. */
const pages: readonly Page[] = [
  {
    path: paths.dashboard,
    role: 'customer',
    modules: [dashboard, 'pages/dashboards/customer-dashboard'],
    content: <CustomerShell />,
    upcoming: <CustomerShell words={upcomingMarks} />,
  },
  {
    path: paths.dashboard,
    role: 'mechanic',
    modules: [dashboard, 'pages/dashboards/mechanic-dashboard'],
    title: 'Mechanic Dashboard',
    subtitle: greeting,
  },
  {
    path: paths.dashboard,
    role: 'admin',
    modules: [dashboard, 'pages/dashboards/admin-dashboard'],
    title: 'Admin Dashboard',
    subtitle: 'Manage your business operations and monitor performance.',
  },
  {
    path: paths.dashboard,
    role: 'service_advisor',
    modules: ['pages/service-advisor-page', dashboard, advisor],
    title: 'Service Advisor',
  },
  {
    path: paths.serviceAdvisor,
    modules: ['pages/service-advisor-page', advisor],
    title: 'Service Advisor',
  },
  {
    path: paths.bookService,
    modules: ['pages/book-service-page'],
    title: 'Book Service',
    subtitle: 'Choose a service and a time. A mechanic comes to your vehicle.',
  },
  {
    path: paths.appointments,
    modules: ['pages/appointments-page'],
    title: 'Appointments',
    subtitle: 'View and manage your appointments',
  },
  { path: null, modules: [] },
];

/** All of them, with their markup. `write-first-pages.ts` calls it. */
export function shells() {
  return pages.map(({ path, role = null, modules, title, subtitle, content, upcoming }) => ({
    path,
    role,
    modules,
    markup: markupOf(content ?? <PlainShell title={title} subtitle={subtitle} />),
    upcoming: upcoming === undefined ? null : markupOf(upcoming),
  }));
}

function markupOf(content: ReactNode): string {
  return renderToStaticMarkup(<ShellView>{content}</ShellView>);
}

/** A customer's dashboard, whose heart the server knows: when somebody comes next. */
function CustomerShell({ words }: { words?: UpcomingWords }) {
  return (
    <CustomerFrame
      welcome={greeting}
      renderAction={({ className, children }) => <span className={className}>{children}</span>}
      upcoming={
        <JobSkeletons
          count={1}
          density="card"
          actions={2}
          time={words && <JobTimeLines {...words} big />}
        />
      }
      recent={<Skeleton className="h-64" />}
      vehicles={<Skeleton className="h-48" />}
      plans={null}
    />
  );
}

/** A page of which no more than its title is known. */
function PlainShell({ title, subtitle }: { title: string | undefined; subtitle: ReactNode }) {
  return (
    <>
      {title === undefined ? (
        <Skeleton className="mb-5 h-8 w-52" />
      ) : (
        <PageHeading title={title} subtitle={subtitle} />
      )}
      <Skeleton className="h-40" />
      <Skeleton className="mt-5 h-64" />
    </>
  );
}

/** Nothing of it can be used yet, so it is only for the eyes. */
function ShellView({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden className="flex min-h-dvh">
      <div className={sidebarLook}>
        <span className="mx-3 mt-3 flex min-h-14 items-center px-2">
          <Brand name={undefined} />
        </span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className={headerLook}>
          <span className="flex min-h-touch items-center lg:hidden">
            <Brand name={undefined} />
          </span>
        </div>
        <div className={classNames(pageLook, 'lg:pt-2')}>{children}</div>
      </div>
      <div className="fixed inset-x-0 bottom-0 h-15 border-t border-line bg-sheet lg:hidden" />
    </div>
  );
}
