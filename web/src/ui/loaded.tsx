import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingRegion } from './skeleton.tsx';

/** What is read of a query, whichever library made it. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Query<Data>;
  /** In the shape of what comes. */
  skeleton: ReactNode;
  /** What did not work, in the reader's words: 'We couldn't load your appointments.' */
  failure: string;
  /** The cause as one sentence. */
  causeOf: (error: unknown) => string;
  children: (data: Data) => ReactNode;
}

/**
 * Loading, failed or there. Data that is already there stays in place while it is read again,
 * and when reading it again fails: what is on the screen is never taken away.
 */
export function Loaded<Data>({ query, skeleton, failure, causeOf, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null && query.error !== undefined) {
    return (
      <ErrorState
        title={failure}
        detail={causeOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return <LoadingRegion>{skeleton}</LoadingRegion>;
}
