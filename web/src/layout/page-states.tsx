import { useRouter } from '@tanstack/react-router';
import { getErrorMessage } from '../api/api-error.ts';
import { useOnReconnect } from '../api/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Shown while a page, or the session, is loading. */
export function PagePending() {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center text-ink-faint">
      <Spinner />
    </div>
  );
}

/** Shown when a page, or the session, could not be loaded. Retries once the connection is restored. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    // Refetches what failed, and clears the error.
    void router.invalidate();
  };
  useOnReconnect(retry);
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <ErrorState
        title="This page couldn't be loaded."
        detail={getErrorMessage(error, 'Something went wrong on this page.')}
        onRetry={retry}
      />
    </div>
  );
}
