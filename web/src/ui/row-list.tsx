import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface RowListProps {
  /** Names the list for a screen reader. */
  label?: string;
  /** Removes the list's own background and border, for a list inside a flush panel. */
  bare?: boolean;
  /** One element per row, each with a key. */
  children: ReactNode;
}

/** Renders rows in one sheet with a thin line between them. */
export function RowList({ label, bare = false, children }: RowListProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'divide-y divide-line overflow-hidden',
        bare ? 'rounded-b-lg' : 'rounded-lg border border-line bg-sheet',
      )}
    >
      {Children.map(children, (row) => (
        <li className="min-w-0">{row}</li>
      ))}
    </ul>
  );
}
