import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { setSecondFactorRequired } from './second-factor.ts';

/** The key of the query that reads the session. If this query itself fails with 401, it is not refetched. */
export const sessionKey = ['user', 'session'] as const;

/**
 * Returns the query client of the application. Queries are not refetched on focus or when stale, and
 * nothing is retried; live events and mutations invalidate queries instead.
 *
 * If a query other than the session's fails with 401, the session has probably ended, so `GET /api/auth/user` is
 * called again to find out.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        // Offline, the service worker responds or the request fails; TanStack Query must not guess.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isSessionQuery =
          query.queryKey[0] === sessionKey[0] && query.queryKey[1] === sessionKey[1];
        if (error instanceof ApiError && error.status === 401 && !isSessionQuery) {
          void client.invalidateQueries({ queryKey: sessionKey, exact: true });
        }
        // When the server renders pages, this module's state would be shared by everyone.
        if (
          !import.meta.env.SSR &&
          error instanceof ApiError &&
          error.code === 'two_factor_required'
        ) {
          setSecondFactorRequired(true);
        }
      },
    }),
  });
  return client;
}
