import type { SessionUser } from '@curbwrench/contract/people';
import type { Role } from '@curbwrench/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  redirect,
  Scripts,
  useMatches,
  useRouter,
  useRouterState,
  type RouterState,
} from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { sessionKey } from './api/query-client.ts';
import { isSecondFactorAsked, useSecondFactorAsked } from './api/second-factor.ts';
import { businessQuery, useBusinessQuery } from './features/business/business-query.ts';
import { AccessRestricted, AuthenticationRequired } from './features/layout/notice.tsx';
import { PageError, PagePending } from './features/layout/page-states.tsx';
import {
  loadSessionUser,
  shownRoleOf,
  SignedInUser,
  useForgetFormerPerson,
  useMechanicScreens,
  useReloadWithOtherTabs,
  useSession,
} from './features/session/queries.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';

const SignedInFrame = lazyRouteComponent(() => import('./signed-in-frame.tsx'), 'SignedInFrame');
const PublicLayout = lazyRouteComponent(
  () => import('./features/layout/public-layout.tsx'),
  'PublicLayout',
);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands in the tab's title before the business's name. */
    title?: string;
    /** What someone sees there who isn't signed in. */
    signedOut?: 'landing' | 'open' | 'refused';
    /** What a role is told instead of the page; null where it is theirs. */
    refusal?: (role: Role, shownRole: Role) => string | null;
  }
}

/** Fetches what stands around every page of a person, or of nobody. */
export async function preloadFrame(user: SessionUser | null): Promise<void> {
  await (user ? SignedInFrame : PublicLayout).preload?.();
}

/** Guards every page: who is signed in decides what stands around it, and whether it is shown at all. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  staticData: { title: '404 Page Not Found' },
  beforeLoad: async ({ context: { queryClient }, location, matches }) => {
    const [user] = await Promise.all([
      loadSessionUser(queryClient),
      queryClient.query(businessQuery).catch(() => undefined),
    ]);
    if (user && isSecondFactorAsked() && location.pathname !== paths.account) {
      redirect({ to: paths.account, replace: true, throw: true });
    }
    const { signedOut, refusal } = matches.at(-1)?.staticData ?? {};
    // Nothing is read for a stored demo user before their account is open.
    const isConfirmed = queryClient.getQueryData(sessionKey) !== undefined;
    const isTheirs = user ? !refusal?.(user.role, shownRoleOf(user)) : signedOut !== 'refused';
    const mayRead = isConfirmed && isTheirs;
    return { user, mayRead };
  },
  loader: ({ context: { user } }) => preloadFrame(user),
  component: () => (
    <>
      <Root />
      <Scripts />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

function Root() {
  const session = useSession();
  const { user, isLoading, error, retry } = session;
  const business = useBusinessQuery();
  const { title, signedOut, refusal } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const isMechanicScreen = useMechanicScreens().isOn;
  const isAsked = useSecondFactorAsked();
  const isOnAccount = useRouterState({ select: isAccountShown });
  const secondFactorFirst = isAsked && !isOnAccount;
  const isLanding = !user && signedOut === 'landing';
  useTitle(isLanding ? undefined : title, business.data?.name);
  useForgetFormerPerson(user);
  useReloadWithOtherTabs(session);
  useLoadedAgainFor(`${user?.id} ${user?.role} ${isAsked}`);

  const failure = error ?? (business.data ? null : business.error);
  if (failure) {
    const retryBoth = () => {
      retry();
      void business.refetch();
    };
    return <PageError error={failure} reset={retryBoth} />;
  }
  if (isLoading || (!user && business.isPending)) return <PagePending />;
  if (isLanding) return <Outlet />;
  if (!user) {
    return (
      <Suspense fallback={<PagePending />}>
        <PublicLayout>
          {signedOut === 'refused' ? <AuthenticationRequired /> : <Outlet />}
        </PublicLayout>
      </Suspense>
    );
  }
  const refused = refusal?.(user.role, isMechanicScreen ? 'mechanic' : user.role);
  return (
    <Suspense fallback={<PagePending />}>
      <SignedInUser value={user}>
        <SignedInFrame
          user={user}
          isConfirmed={session.isConfirmed && business.data !== undefined}
          secondFactorFirst={secondFactorFirst}
        >
          {business.isPending || secondFactorFirst || !session.isConfirmed ? (
            <PagePending />
          ) : refused ? (
            <AccessRestricted>{refused}</AccessRestricted>
          ) : (
            <Outlet />
          )}
        </SignedInFrame>
      </SignedInUser>
    </Suspense>
  );
}

/**
 * Whether the account page is there. What stands on the page still while the next one loads counts
 * too: left there, the sign-in page would lead on to the dashboard again, and so on for ever.
 */
function isAccountShown({ location, matches }: RouterState): boolean {
  return location.pathname === paths.account && matches.at(-1)?.pathname === paths.account;
}

/** Guards and loaders run again when what they go by has changed. */
function useLoadedAgainFor(key: string): void {
  const router = useRouter();
  const loaded = useRef(key);
  useEffect(() => {
    if (loaded.current === key) return;
    loaded.current = key;
    void router.invalidate();
  }, [router, key]);
}

/** The tab says where one is: 'Appointments · Curbwrench'. */
function useTitle(page: string | undefined, businessName: string | undefined) {
  useEffect(() => {
    const words = [page, businessName].filter(Boolean);
    if (words.length > 0) document.title = words.join(' · ');
  }, [page, businessName]);
}
