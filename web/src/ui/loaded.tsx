import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingRegion } from './skeleton.tsx';

/** The properties of a query that are used here, regardless of the library that the query comes from. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Query<Data>;
  /** A skeleton in the shape of the content. */
  skeleton: ReactNode;
  /** What did not work, in plain words: 'We couldn't load your appointments.' */
  failure: string;
  /** Returns the cause in one sentence. */
  getCause: (error: unknown) => string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a skeleton, an error or the data. Loaded data stays visible while it is refetched, even if the refetch
 * fails: content never disappears from the screen.
 */
export function Loaded<Data>({ query, skeleton, failure, getCause, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null && query.error !== undefined) {
    return (
      <ErrorState
        title={failure}
        detail={getCause(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return <LoadingRegion>{skeleton}</LoadingRegion>;
}
