import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';

interface ErrorStateProps {
  /** What did not work, in plain words: 'We couldn't load your appointments.' */
  title: string;
  /** The cause, in one sentence. */
  detail?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
}

/** Renders a message in place of content that failed to load, with a way to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
  retryLabel = 'Try again',
  retrying = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <TriangleAlert className="size-7 text-alert" aria-hidden />
      <div className="max-w-prose text-balance">
        <p className="font-semibold">{title}</p>
        {detail !== undefined && <p className="text-sm text-ink-soft">{detail}</p>}
      </div>
      {onRetry && (
        <Button
          icon={<RotateCw className="size-4" aria-hidden />}
          pending={retrying}
          onClick={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
