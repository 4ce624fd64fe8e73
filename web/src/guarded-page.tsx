import type { SessionUser } from '@curbwrench/contract/people/schemas';
import {
  lazyRouteComponent,
  Outlet,
  useMatches,
  useRouter,
  useRouterState,
  type RouterState,
} from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useSecondFactorRequired } from './api/second-factor.ts';
import { useBusinessQuery } from './business/queries.ts';
import { AccessRestricted, AuthenticationRequired } from './layout/page-message.tsx';
import { PageError, PagePending } from './layout/page-states.tsx';
import { useCurrentRecordTitle } from './layout/page-title.ts';
import { paths } from './paths.ts';
import {
  SignedInUser,
  useClearPreviousPersonsData,
  useMechanicView,
  useReloadOnPersonChange,
  useSession,
} from './session/queries.ts';

const SignedInFrame = lazyRouteComponent(() => import('./signed-in-frame.tsx'), 'SignedInFrame');
const PublicLayout = lazyRouteComponent(() => import('./layout/public-layout.tsx'), 'PublicLayout');

/** Fetches the frame around a signed-in person's pages, or around a visitor's pages. */
export async function preloadFrame(user: SessionUser | null): Promise<void> {
  await (user ? SignedInFrame : PublicLayout).preload?.();
}

/** Renders the frame around every page, and the page itself if the viewer is allowed to see it. */
export function GuardedPage() {
  const session = useSession();
  const { user, isLoading, error, retry } = session;
  const business = useBusinessQuery();
  const { title, signedOut, refusal } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const isMechanicView = useMechanicView().isOn;
  const isSecondFactorRequired = useSecondFactorRequired();
  const isOnAccount = useRouterState({ select: isAccountShown });
  const needsSecondFactor = isSecondFactorRequired && !isOnAccount;
  const isLanding = !user && signedOut === 'landing';
  const recordTitle = useCurrentRecordTitle();
  useTitle(isLanding ? undefined : (recordTitle ?? title), business.data?.name);
  useClearPreviousPersonsData(user);
  useReloadOnPersonChange(session);
  useReloadWhenChanged(`${user?.id} ${user?.role} ${isSecondFactorRequired}`);

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
  const refusalText = refusal?.(user.role, isMechanicView ? 'mechanic' : user.role);
  return (
    <Suspense fallback={<PagePending />}>
      <SignedInUser value={user}>
        <SignedInFrame
          user={user}
          isConfirmed={session.isConfirmed && business.data !== undefined}
          needsSecondFactor={needsSecondFactor}
        >
          {business.isPending || needsSecondFactor || !session.isConfirmed ? (
            <PagePending />
          ) : refusalText ? (
            <AccessRestricted>{refusalText}</AccessRestricted>
          ) : (
            <Outlet />
          )}
        </SignedInFrame>
      </SignedInUser>
    </Suspense>
  );
}

/**
 * Returns whether the account page is shown, and not just loading while another page is still shown. Without
 * this check the sign-in page, for example, would redirect to the dashboard again and again.
 */
function isAccountShown({ location, matches }: RouterState): boolean {
  return location.pathname === paths.account && matches.at(-1)?.pathname === paths.account;
}

/** Runs the guards and loaders again when `key` changes. The key combines the values that they depend on. */
function useReloadWhenChanged(key: string): void {
  const router = useRouter();
  const loadedKey = useRef(key);
  useEffect(() => {
    if (loadedKey.current === key) return;
    loadedKey.current = key;
    void router.invalidate();
  }, [router, key]);
}

/** Sets the tab's title: 'Appointments · Curbwrench', '#1042 Oil Change · Curbwrench'. */
function useTitle(page: string | undefined, businessName: string | undefined) {
  useEffect(() => {
    const titleParts = [page, businessName].filter(Boolean);
    if (titleParts.length > 0) document.title = titleParts.join(' · ');
  }, [page, businessName]);
}
