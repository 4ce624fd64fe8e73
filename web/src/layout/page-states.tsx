import { useRouter } from '@tanstack/react-router';
import { sentenceOf } from '../api/api-error.ts';
import { useConnectionReturned } from '../api/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** While a page, or who is looking at it, is on its way. */
export function PagePending() {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center text-ink-faint">
      <Spinner />
    </div>
  );
}

/** When a page, or who is looking at it, could not be had. Once the connection is back it tries. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    // Fetches what could not be fetched, and takes the error off the page.
    void router.invalidate();
  };
  useConnectionReturned(retry);
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <ErrorState
        title="This page couldn't be loaded."
        detail={sentenceOf(error, 'Something went wrong on this page.')}
        onRetry={retry}
      />
    </div>
  );
}
