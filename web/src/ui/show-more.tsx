import { Button } from './button.tsx';

interface ShowMoreProps {
  /** What there is more of: 'appointments'. */
  noun: string;
  more: {
    /** Whether there is a next page at all. */
    readonly isThere: boolean;
    readonly pending: boolean;
    /** Why the last try did not work. */
    readonly error: string | undefined;
    readonly show: () => void;
  };
}

/**
 * Adds the next page below a list, where there is one. It stands after the list and keeps the focus,
 * so that nothing above it moves.
 */
export function ShowMore({ noun, more }: ShowMoreProps) {
  if (!more.isThere) return null;
  return (
    <div className="flex flex-col items-center gap-2 py-4">
      <Button pending={more.pending} pendingLabel="Loading..." onClick={more.show}>
        Show more<span className="sr-only"> {noun}</span>
      </Button>
      <p role="status" className="text-sm text-alert empty:hidden">
        {more.error}
      </p>
    </div>
  );
}
