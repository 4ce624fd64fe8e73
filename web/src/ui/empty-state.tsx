import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What is missing, in one sentence. */
  children: ReactNode;
  /** What to do next: a link or a button. */
  action?: ReactNode;
  /** Draws a dashed outline, for use directly on the page rather than in a panel. */
  framed?: boolean;
  className?: string;
}

/** Renders a message in place of an empty list, and a link or button for what to do next. */
export function EmptyState({ icon, children, action, framed = false, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-3 px-4 py-8 text-center text-ink-soft',
        '[&>svg]:size-7 [&>svg]:text-ink-faint',
        framed && 'rounded-lg border border-dashed border-line-strong',
        className,
      )}
    >
      {icon}
      <p className="max-w-prose text-balance">{children}</p>
      {action}
    </div>
  );
}
