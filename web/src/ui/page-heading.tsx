import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface PageHeadingProps {
  title: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** Shown at the right, on a phone next to the subtitle: a switch. */
  action?: ReactNode;
}

/** Renders the page's title, once at its top. */
export function PageHeading({ title, subtitle, action }: PageHeadingProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-4 sm:mb-6',
        action ? 'mb-3' : 'mb-5',
      )}
    >
      <div className="contents min-w-0 sm:block">
        <h1 className={classNames('text-2xl sm:text-3xl', subtitle !== undefined && 'w-full')}>
          {title}
        </h1>
        {subtitle !== undefined && (
          <p className={classNames('mt-1 min-w-0 text-ink-soft', Boolean(action) && 'self-center')}>
            {subtitle}
          </p>
        )}
      </div>
      <div className="mt-2 empty:hidden">{action}</div>
    </header>
  );
}
