import { dispatches } from '@curbwrench/contract/roles';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AccessRestricted } from './features/layout/notice.tsx';
import { PageError, PagePending } from './features/layout/page-states.tsx';
import { useSignedInUser } from './features/session/queries.ts';
import { lazyComponent } from './lib/lazy-component.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import {
  paths,
  readAdvisorSearch,
  readAppointmentsSearch,
  readBookServiceSearch,
} from './paths.ts';
import { Root } from './root.tsx';

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  staticData: { title: '404 Page Not Found' },
});

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dashboard,
  staticData: { title: 'Dashboard', signedOut: 'landing' },
  component: lazyComponent(async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
});

const appointmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointments,
  staticData: { title: 'Appointments', signedOut: 'refused' },
  validateSearch: readAppointmentsSearch,
  component: lazyComponent(
    async () => (await import('./pages/appointments-page.tsx')).AppointmentsPage,
  ),
});

const bookServiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.bookService,
  staticData: { title: 'Book Service', signedOut: 'open' },
  validateSearch: readBookServiceSearch,
  component: lazyComponent(
    async () => (await import('./pages/book-service-page.tsx')).BookServicePage,
  ),
});

const ServiceAdvisorPage = lazyComponent(
  async () => (await import('./pages/service-advisor-page.tsx')).ServiceAdvisorPage,
);

const serviceAdvisorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.serviceAdvisor,
  staticData: { title: 'Service Advisor', signedOut: 'refused' },
  validateSearch: readAdvisorSearch,
  component: function ServiceAdvisorGate() {
    const { role } = useSignedInUser();
    if (!dispatches(role)) {
      return (
        <AccessRestricted>
          Only service advisors and administrators can access this page.
        </AccessRestricted>
      );
    }
    return (
      <Suspense fallback={<PagePending />}>
        <ServiceAdvisorPage />
      </Suspense>
    );
  },
});

const routeTree = rootRoute.addChildren([
  dashboardRoute,
  appointmentsRoute,
  bookServiceRoute,
  serviceAdvisorRoute,
]);

/** The pages of `paths.ts`, each loaded when it is first opened. */
export function makeRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface StaticDataRouteOption {
    /** Stands in the tab's title before the business's name. */
    title?: string;
    /** What someone sees there who isn't signed in (D3). */
    signedOut?: 'landing' | 'open' | 'refused';
  }
}
