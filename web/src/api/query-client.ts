import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { setSecondFactorAsked } from './second-factor.ts';

/** The session's own query: it alone answers for a 401, so it is never refetched because of one. */
export const sessionKey = ['user', 'session'] as const;

/**
 * The query client of the application. Queries are never refetched by themselves, on focus or by
 * staleness, and nothing retries; live events and what a mutation changes invalidate instead.
 *
 * A 401 on any query means that the session ended: `GET /api/auth/user` is asked again, because
 * it has the last word.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        // What to do without a network, the worker and the failed request say, not a guess.
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
        // Where the server renders pages, this would be said of everybody.
        if (
          !import.meta.env.SSR &&
          error instanceof ApiError &&
          error.code === 'two_factor_required'
        ) {
          setSecondFactorAsked(true);
        }
      },
    }),
  });
  return client;
}
