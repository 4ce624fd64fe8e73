import type { Role } from '@curbwrench/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect, Scripts } from '@tanstack/react-router';
import { sessionKey } from './api/query-client.ts';
import { isSecondFactorAsked } from './api/second-factor.ts';
import { businessQuery } from './business/queries.ts';
import { GuardedPage, preloadFrame } from './guarded-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';
import { loadSessionUser, shownRoleOf } from './session/queries.ts';

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
      <GuardedPage />
      <Scripts />
    </>
  ),
  notFoundComponent: NotFoundPage,
});
