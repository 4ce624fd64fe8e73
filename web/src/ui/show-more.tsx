import { useState } from 'react';
import { Button } from './button.tsx';
import { RestoreFocus } from './restore-focus.tsx';

interface ShowMoreProps {
  /** What the list contains: 'appointments'. */
  noun: string;
  more: {
    /** Whether there is a next page. */
    readonly isAvailable: boolean;
    readonly pending: boolean;
    /** Why the last attempt failed. */
    readonly error: string | undefined;
    readonly show: () => void;
  };
}

/**
 * Renders a button that adds the next page to a list, if there is one. Place it below the list: it keeps focus while
 * items are added above it. After the last page, the button disappears, and its container gets focus.
 */
export function ShowMore({ noun, more }: ShowMoreProps) {
  const [wasAvailable, setWasAvailable] = useState(more.isAvailable);
  if (more.isAvailable && !wasAvailable) setWasAvailable(true);
  if (!wasAvailable) return null;
  return (
    <RestoreFocus>
      {more.isAvailable ? (
        // `relative`, so that the scrolling list clips the screen-reader text instead of growing with
        // it.
        <div className="relative flex flex-col items-center gap-2 py-4">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.show}>
            Show more<span className="sr-only"> {noun}</span>
          </Button>
          <p role="status" className="text-sm text-alert empty:hidden">
            {more.error}
          </p>
        </div>
      ) : (
        // Tells people who cannot see the end of the list that they have reached it.
        <p className="relative">
          <span className="sr-only">End of {noun}.</span>
        </p>
      )}
    </RestoreFocus>
  );
}
