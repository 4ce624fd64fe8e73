import { sentenceOf } from '../../api/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** While a page, or who is looking at it, is on its way. */
export function PagePending() {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center text-ink-faint">
      <Spinner />
    </div>
  );
}

/** When a page, or who is looking at it, could not be had. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <ErrorState
        title="This page couldn't be loaded."
        detail={sentenceOf(error, 'Something went wrong on this page.')}
        onRetry={reset}
      />
    </div>
  );
}
