import { useState } from 'react';
import { Button } from './button.tsx';
import { RestoreFocus } from './restore-focus.tsx';

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
 * so that nothing above it moves; with the last page the button goes, and its place has the focus.
 */
export function ShowMore({ noun, more }: ShowMoreProps) {
  const [wasThere, setWasThere] = useState(more.isThere);
  if (more.isThere && !wasThere) setWasThere(true);
  if (!wasThere) return null;
  return (
    <RestoreFocus>
      {more.isThere ? (
        // What is only read out counts within the list that scrolls, and not beyond its edge.
        <div className="relative flex flex-col items-center gap-2 py-4">
          <Button pending={more.pending} pendingLabel="Loading..." onClick={more.show}>
            Show more<span className="sr-only"> {noun}</span>
          </Button>
          <p role="status" className="text-sm text-alert empty:hidden">
            {more.error}
          </p>
        </div>
      ) : (
        // Somebody who does not see the list end hears what they have come to.
        <p className="relative">
          <span className="sr-only">End of the {noun}.</span>
        </p>
      )}
    </RestoreFocus>
  );
}
