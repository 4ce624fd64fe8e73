import { Button } from './button.tsx';

interface ShowMoreProps {
  /** What there is more of: 'appointments'. */
  noun: string;
  pending: boolean;
  /** Why the last try did not work. */
  error?: string | undefined;
  onShowMore: () => void;
}

/**
 * Adds the next page below a list. It stands after the list and keeps the focus, so that nothing
 * above it moves.
 */
export function ShowMore({ noun, pending, error, onShowMore }: ShowMoreProps) {
  return (
    <div className="flex flex-col items-center gap-2 py-4">
      <Button pending={pending} pendingLabel="Loading..." onClick={onShowMore}>
        Show more<span className="sr-only"> {noun}</span>
      </Button>
      <p role="status" className="text-sm text-alert empty:hidden">
        {error}
      </p>
    </div>
  );
}
