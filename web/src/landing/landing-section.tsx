import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface LandingSectionProps {
  /** The id of the heading, which names the section and is its anchor. */
  id: string;
  title: string;
  intro?: ReactNode;
  /** Sets the section apart from its neighbors. */
  isRaised?: boolean;
  children: ReactNode;
}

/** Renders a section of the landing page with its heading. */
export function LandingSection({
  id,
  title,
  intro,
  isRaised = false,
  children,
}: LandingSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className={classNames(isRaised && 'border-y border-line bg-sheet')}
    >
      <div className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {intro !== undefined && <p className="mt-2 max-w-prose text-ink-soft">{intro}</p>}
        <div className="mt-6 sm:mt-8">{children}</div>
      </div>
    </section>
  );
}

/** Renders the link from a section to the page with the full list. */
export function SeeAll({ href, children }: { href: string; children: string }) {
  return (
    <p className="mt-5">
      <a href={href} className="link inline-flex min-h-touch items-center font-semibold">
        {children}
      </a>
    </p>
  );
}
