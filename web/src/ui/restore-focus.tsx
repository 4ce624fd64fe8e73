import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Keeps the keyboard position in a list that changes: if the focused element is removed, such as the row
 * that was just handled, focus moves to the list instead of being lost.
 */
export function RestoreFocus({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // After every render, because any render may have removed the focused element.
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
