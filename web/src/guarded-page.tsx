import type { SessionUser } from '@curbwrench/contract/people';
import {
  lazyRouteComponent,
  Outlet,
  useMatches,
  useRouter,
  useRouterState,
  type RouterState,
} from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useSecondFactorAsked } from './api/second-factor.ts';
import { useBusinessQuery } from './business/queries.ts';
import { AccessRestricted, AuthenticationRequired } from './layout/page-message.tsx';
import { PageError, PagePending } from './layout/page-states.tsx';
import { paths } from './paths.ts';
import {
  SignedInUser,
  useForgetFormerPerson,
  useMechanicScreens,
  useReloadWithOtherTabs,
  useSession,
} from './session/queries.ts';

const SignedInFrame = lazyRouteComponent(() => import('./signed-in-frame.tsx'), 'SignedInFrame');
const PublicLayout = lazyRouteComponent(() => import('./layout/public-layout.tsx'), 'PublicLayout');

/** Fetches what stands around every page of a signed-in person, or of a visitor. */
export async function preloadFrame(user: SessionUser | null): Promise<void> {
  await (user ? SignedInFrame : PublicLayout).preload?.();
}

/** What stands around every page, and whether the page itself is shown to whoever opened it. */
export function GuardedPage() {
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
