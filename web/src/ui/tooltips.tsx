import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TooltipTiming } from './tooltip-timing.ts';

interface ShownTooltip {
  readonly text: string;
  readonly target: Element;
}

/** The minimum distance between a tooltip and the edge of the window, in CSS pixels. */
const margin = 6;

/**
 * Shows the text of an element's `data-tooltip` on mouse hover or keyboard focus: what an icon button does, or why
 * a button is disabled. Use once per page. A screen reader gets the same text from the button
 * itself; Escape closes the tooltip (WCAG 1.4.13).
 */
export function Tooltips() {
  const [tooltip, setTooltip] = useState<ShownTooltip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const timing = new TooltipTiming({
      now: () => performance.now(),
      set: (run, ms) => setTimeout(run, ms),
      clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
    });
    let current: Element | null = null;

    const close = () => {
      current = null;
      timing.leave();
      setTooltip(null);
    };
    const pointAt = (element: EventTarget | null) => {
      if (!(element instanceof Element) || box.current?.contains(element)) return;
      const target = element.closest('[data-tooltip]');
      if (target === current) return;
      const text = target?.getAttribute('data-tooltip');
      if (!target || !text) return close();
      if (current) close();
      current = target;
      timing.enter(() => {
        if (target.isConnected) setTooltip({ text, target });
      });
    };
    const handlePointer = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') pointAt(event.target);
    };
    const handleFocus = (event: FocusEvent) => {
      const { target } = event;
      if (target instanceof Element && target.matches(':focus-visible')) pointAt(target);
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };

    document.addEventListener('pointerover', handlePointer);
    document.addEventListener('focusin', handleFocus);
    const closingEvents = ['pointerdown', 'focusout', 'scroll'] as const;
    for (const eventName of closingEvents) document.addEventListener(eventName, close, true);
    document.addEventListener('keydown', handleKey);
    document.documentElement.addEventListener('pointerleave', close);
    return () => {
      timing.leave();
      document.removeEventListener('pointerover', handlePointer);
      document.removeEventListener('focusin', handleFocus);
      for (const eventName of closingEvents) document.removeEventListener(eventName, close, true);
      document.removeEventListener('keydown', handleKey);
      document.documentElement.removeEventListener('pointerleave', close);
    };
  }, []);

  // Places the tooltip above its button, or below it if there is no room; never beyond the window's edge.
  useLayoutEffect(() => {
    if (!tooltip || !box.current) return;
    const targetBox = tooltip.target.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height, style } = box.current;
    const left = targetBox.left + targetBox.width / 2 - width / 2;
    const above = targetBox.top - height;
    style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
    style.top = `${above < 0 ? targetBox.bottom : above}px`;
  }, [tooltip]);

  if (!tooltip) return null;
  return (
    // The padding bridges the gap to the button, so that the pointer can move onto the tooltip.
    <div ref={box} role="tooltip" aria-hidden className="fixed z-70 w-max max-w-72 py-1.5">
      <p className="animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-sm text-paper shadow-lift">
        {tooltip.text}
      </p>
    </div>
  );
}
