import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** A keyboard takes more than this of the screen, in px; a browser's own bars take less. */
const leastKeyboard = 120;

/**
 * As high as what is left of the screen below its own top: above the bar at the bottom of a phone,
 * or above the keyboard where that is open. So the page itself never scrolls, and what stands at
 * its end stays under the thumb.
 */
export function FillScreen({ className, children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const screen = window.visualViewport;
    if (!element) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      // Zoomed in by two fingers, the visible part says nothing of a keyboard.
      const hidden = screen && screen.scale <= 1.01 ? window.innerHeight - screen.height : 0;
      element.style.setProperty('--top', `${Math.round(top)}px`);
      element.style.setProperty(
        '--keyboard',
        `${hidden > leastKeyboard ? Math.round(hidden) : 0}px`,
      );
    };
    measure();
    // What stands above may grow: a banner, a larger typeface.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    screen?.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      screen?.removeEventListener('resize', measure);
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
