import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';

interface LimitedRowsProps {
  /** The id of the list's heading. */
  headingId: string;
  /** What the list contains, such as 'vans'. */
  noun: string;
  /** How many rows are initially shown. */
  limit: number;
  /** One list item per row, each with a key. */
  children: readonly ReactNode[];
}

/** Renders the first rows of a list, and the rest on demand. Keeps focus when a row disappears. */
export function LimitedRows({ headingId, noun, limit, children }: LimitedRowsProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const isLimited = !isExpanded && children.length > limit;
  return (
    <RestoreFocus>
      <ul aria-labelledby={headingId} className="divide-y divide-line border-y border-line">
        {isLimited ? children.slice(0, limit) : children}
      </ul>
      {isLimited && (
        <Button size="sm" className="mt-2" onClick={() => setIsExpanded(true)}>
          Show all {children.length}
          <span className="sr-only"> {noun}</span>
        </Button>
      )}
    </RestoreFocus>
  );
}
