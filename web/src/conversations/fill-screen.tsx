import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/**
 * The classes of a thread's frame: it extends into the page's margins on a phone, and stays within them on a
 * desktop.
 */
export const threadFrameClass =
  '-mx-4 -my-5 flex flex-col overflow-hidden bg-paper sm:-mx-6 sm:-my-8 lg:mx-0 lg:-mb-2 lg:mt-0 lg:rounded-lg lg:border lg:border-line';

/** In pixels. On-screen keyboards are taller than this, and a browser's toolbars are shorter. */
const minKeyboardHeight = 120;

/**
 * Fills the screen from its own top down to a phone's bottom bar, or to the keyboard if that is open.
 * The page itself never scrolls, so that the message box stays visible.
 */
export function FillScreen({ className, children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const viewport = window.visualViewport;
    if (!element) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      // While the page is zoomed in, the visible height doesn't show whether a keyboard is open. 1.01 allows for
      // rounding.
      const hiddenHeight =
        viewport && viewport.scale <= 1.01 ? window.innerHeight - viewport.height : 0;
      element.style.setProperty('--top', `${Math.round(top)}px`);
      element.style.setProperty(
        '--keyboard',
        `${hiddenHeight > minKeyboardHeight ? Math.round(hiddenHeight) : 0}px`,
      );
    };
    measure();
    // Content above can grow, for example when a banner appears or the font gets larger.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    viewport?.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      viewport?.removeEventListener('resize', measure);
    };
  }, []);
  return (
    <div
      ref={box}
      className={classNames(
        'h-[calc(100dvh-var(--top,5rem)-max(3.75rem+env(safe-area-inset-bottom),var(--keyboard,0px)))]',
        'min-h-72 lg:h-[calc(100dvh-var(--top,5rem)-max(1.5rem,var(--keyboard,0px)))]',
        className,
      )}
    >
      {children}
    </div>
  );
}
