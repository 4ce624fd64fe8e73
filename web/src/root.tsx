import type { Role } from '@curbwrench/contract/people/roles';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect, Scripts } from '@tanstack/react-router';
import { sessionKey } from './api/query-client.ts';
import { isSecondFactorRequired } from './api/second-factor.ts';
import { businessQuery } from './business/queries.ts';
import { GuardedPage, preloadFrame } from './guarded-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';
import { loadSessionUser, getEffectiveRole } from './session/queries.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the tab's title before the business's name. */
    title?: string;
    /** What a visitor sees at this URL. */
    signedOut?: 'landing' | 'open' | 'refused';
    /** What a role sees instead of the page; null if the role can open the page. */
    refusal?: (role: Role, shownRole: Role) => string | null;
  }
}

/** Guards every page: who is signed in determines which frame surrounds the page, and whether the page is shown. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  staticData: { title: '404 Page Not Found' },
  beforeLoad: async ({ context: { queryClient }, location, matches }) => {
    const [user] = await Promise.all([
      loadSessionUser(queryClient),
      queryClient.query(businessQuery).catch(() => undefined),
    ]);
    if (user && isSecondFactorRequired() && location.pathname !== paths.account) {
      redirect({ to: paths.account, replace: true, throw: true });
    }
    const { signedOut, refusal } = matches.at(-1)?.staticData ?? {};
    // While only a stored demo user is known, nothing is read until their session has been reopened.
    const isConfirmed = queryClient.getQueryData(sessionKey) !== undefined;
    const isAllowed = user
      ? !refusal?.(user.role, getEffectiveRole(user))
      : signedOut !== 'refused';
    const canRead = isConfirmed && isAllowed;
    return { user, canRead };
  },
  loader: ({ context: { user } }) => preloadFrame(user),
  component: () => (
    <>
      <GuardedPage />
      <Scripts />
    </>
  ),
  notFoundComponent: NotFoundPage,
});
