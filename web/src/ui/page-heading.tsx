import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface PageHeadingProps {
  title: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** A control such as a switch; shown at the right, or next to the subtitle on a phone. */
  action?: ReactNode;
}

/** Renders the page's title. Use it once, at the top of the page. */
export function PageHeading({ title, subtitle, action }: PageHeadingProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-3 sm:mb-6 sm:gap-x-4',
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
