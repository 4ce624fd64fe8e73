import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Keeps a keyboard's place in a list that changes under it: when what had the focus is taken
 * away, as a row that was dealt with is, the focus goes to the list instead of to nowhere.
 */
export function RestoreFocus({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // After every render, because any render may have taken it away.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      area.current?.focus({ preventScroll: true });
    }
  });
  return (
    <div
      ref={area}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      {children}
    </div>
  );
}
