import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** Stands at the title's right, below it on a phone: a switch, the page's main action. */
  action?: ReactNode;
}

/** What a page is called, once at its top. */
export function PageHeading({ title, subtitle, action }: PageHeadingProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-6">
      <div className="min-w-0">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {action}
    </header>
  );
}
