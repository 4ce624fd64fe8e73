import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { sessionKey } from './api/query-client.ts';
import { businessQuery } from './business/queries.ts';
import { PageError, PagePending } from './layout/page-states.tsx';
import { routeTree } from './routes.ts';

/** Creates the router for the pages in `paths.ts`. A page's code is fetched when the page is first opened. */
export function makeRouter(queryClient: QueryClient, nonce?: string) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Only in the browser: on the server it would add a script to the page.
    scrollRestoration: !import.meta.env.SSR,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    ...(nonce !== undefined && { ssr: { nonce } }),
    // Passes the data that the server read while rendering to the browser, so that it is not read again.
    dehydrate: () => ({ queries: JSON.stringify(readQueries(queryClient)) }),
    hydrate: ({ queries }: { queries: string }) => {
      for (const [key, data] of JSON.parse(queries) as [QueryKey, unknown][]) {
        queryClient.setQueryData(key, data);
      }
    },
  });
}

/** Returns the data of all queries, except the data that every page includes: see `initialData`. */
function readQueries(queryClient: QueryClient): [QueryKey, unknown][] {
  return queryClient
    .getQueriesData({ predicate: ({ state }) => state.status === 'success' })
    .filter(([[kind]]) => kind !== sessionKey[0] && kind !== businessQuery.queryKey[0]);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
