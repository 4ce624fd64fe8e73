import { Navigate, Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, type ComponentType } from 'react';
import { useSecondFactorAsked } from './api/second-factor.ts';
import { useBusinessQuery } from './features/business/business-query.ts';
import { LoneDashboardSkeleton } from './features/layout/dashboard-skeleton.tsx';
import { isLandingShown, isShellShown, Shown, Waiting } from './features/layout/first-paint.tsx';
import { AuthenticationRequired } from './features/layout/notice.tsx';
import { PageError, PagePending } from './features/layout/page-states.tsx';
import {
  SignedInUser,
  useForgetFormerPerson,
  useReloadWithOtherTabs,
  useSession,
} from './features/session/queries.ts';
import { idle } from './lib/idle.ts';
import { lazyComponent, lazyPage } from './lib/lazy-component.ts';
import { LandingPage } from './pages/landing-page.tsx';
import { paths } from './paths.ts';
import { AwaitedPart } from './ui/awaited.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const AppLayout = lazyPage(
  async () => (await import('./features/layout/app-layout.tsx')).AppLayout,
);
// After everything that the page itself needs.
const AfterPage = lazyComponent(async () => {
  await idle();
  return (await import('./after-page.tsx')).AfterPage;
});
// Beside the page, so that nothing waits for them.
const NotificationBell = lazyComponent(
  async () => (await import('./features/notifications/notification-bell.tsx')).NotificationBell,
);
const MessagesLink = lazyComponent(async () => {
  await idle();
  return (await import('./features/conversations/messages-link.tsx')).MessagesLink;
});
const PublicLayout = lazyPage(
  async () => (await import('./features/layout/public-layout.tsx')).PublicLayout,
);

/** Fetches what stands around a signed-in person's page. */
export function preloadLayout(): Promise<unknown> {
  return Promise.all([AppLayout.preload(), NotificationBell.preload()]);
}

/** Decides by the session what stands around a page, and whether it is shown at all. */
export function Root() {
  const session = useSession();
  const { user, isLoading, error, retry } = session;
  const business = useBusinessQuery();
  const navigate = useNavigate();
  const { title, signedOut } = useCurrentPage();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isLanding = !user && signedOut === 'landing';
  useTitle(isLanding ? undefined : title, business.data?.name);
  useForgetFormerPerson(user);
  useReloadWithOtherTabs(session);
  // What stands on the page still while the next one loads: left there, the sign-in page would lead
  // on to the dashboard again, and that back to the account, for ever.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  const asked = useSecondFactorAsked();
  const secondFactorFirst = asked && (pathname !== paths.account || shown !== paths.account);

  const failure = error ?? (business.data ? null : business.error);
  if (failure) {
    const retryBoth = () => {
      retry();
      void business.refetch();
    };
    return (
      <Shown>
        <PageError error={failure} reset={retryBoth} />
      </Shown>
    );
  }
  if (isLoading || (!user && business.isPending)) {
    // Whoever was signed in here before most likely still is.
    const isDashboard = pathname === paths.dashboard && !isLandingShown() && !isShellShown();
    return isDashboard ? <LoneDashboardSkeleton /> : <Waiting />;
  }
  if (isLanding) return <LandingPage onBook={() => void navigate({ to: paths.bookService })} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Shown>
        {user ? (
          <SignedInUser value={user}>
            <AppLayout user={user} bell={secondFactorFirst ? null : <Bell />}>
              {/* Again wherever a navigation that was under way ends: a sign-in goes on by itself. */}
              {asked && pathname !== paths.account && (
                <Navigate key={pathname} to={paths.account} replace />
              )}
              {business.isPending || secondFactorFirst ? <PagePending /> : <Outlet />}
              {business.data && session.isConfirmed && (
                <AwaitedPart>
                  <AfterPage user={user} assistant={!secondFactorFirst} />
                </AwaitedPart>
              )}
            </AppLayout>
          </SignedInUser>
        ) : (
          <PublicLayout>
            {signedOut === 'refused' ? <AuthenticationRequired /> : <Outlet />}
          </PublicLayout>
        )}
      </Shown>
    </Suspense>
  );
}

/** Where what stands beside the page could not be loaded, the page goes on without it. */
function nothing() {
  return null;
}

function Bell() {
  return (
    <>
      <BesidePage Part={MessagesLink} />
      <BesidePage Part={NotificationBell} />
    </>
  );
}

/** A part of the header that comes after it, and keeps its place meanwhile. */
function BesidePage({ Part }: { Part: ComponentType }) {
  return (
    <ErrorBoundary renderFailure={nothing}>
      <Suspense fallback={<span className="size-touch" />}>
        <Part />
      </Suspense>
    </ErrorBoundary>
  );
}

function useCurrentPage() {
  const matches = useMatches();
  return matches.at(-1)?.staticData ?? {};
}

/** The tab says where one is: 'Appointments · Curbwrench'. */
function useTitle(page: string | undefined, businessName: string | undefined) {
  useEffect(() => {
    const words = [page, businessName].filter(Boolean);
    if (words.length > 0) document.title = words.join(' · ');
  }, [page, businessName]);
}
