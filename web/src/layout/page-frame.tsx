import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';

const mainId = 'page';

/** Renders the first tab stop: a link that skips the menu. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** Renders the page itself. It takes focus after a navigation, so that screen readers start there. */
export function PageFrame({ className, children }: { className?: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current !== undefined && pathname !== shownPathname.current) {
      frame.current?.focus({ preventScroll: true });
    }
    shownPathname.current = pathname;
  }, [pathname]);
  return (
    <main
      id={mainId}
      ref={frame}
      tabIndex={-1}
      className={classNames(
        'mx-auto w-full max-w-6xl px-4 py-5 group-data-[width=full]/frame:max-w-none group-data-[width=wide]/frame:max-w-[104rem] sm:px-6 sm:py-8',
        className,
      )}
    >
      {children}
    </main>
  );
}
