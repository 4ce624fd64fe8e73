import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { setSecondFactorRequired } from './second-factor.ts';

/** The session's own query: it decides whether a 401 means signed out, so a 401 does not refetch it. */
export const sessionKey = ['user', 'session'] as const;

/**
 * Returns the query client of the application. Queries are not refetched on focus or when stale, and
 * nothing is retried; live events and mutations invalidate instead.
 *
 * A 401 on any query means that the session ended: `GET /api/auth/user` is then called again, because it
 * decides.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        // The service worker and the failed request handle a missing network, not a guess of the library.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isSession =
          query.queryKey[0] === sessionKey[0] && query.queryKey[1] === sessionKey[1];
        if (error instanceof ApiError && error.status === 401 && !isSession) {
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
