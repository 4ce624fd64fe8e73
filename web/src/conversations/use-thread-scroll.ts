import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the end than this, in px, a reader is taken to be at the end. */
const nearEnd = 48;

export interface ThreadContents {
  /** The number of the first message that is shown; undefined while there is none. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** How many of the reader's own have been written: with each the thread goes to its end. */
  readonly ownWritten: number;
}

/**
 * Keeps a thread where its reader is: at the end if they were there, else where they read, also
 * when earlier messages come in above or the keyboard takes half of the screen. Begins at the
 * element with `data-unread`, if there is one, else at the end.
 */
export function useThreadScroll({ first, last, ownWritten }: ThreadContents) {
  const scroller = useRef<HTMLDivElement>(null);
  // Not before the first look: what follows from being there can't be taken back.
  const [isAtEnd, setAtEnd] = useState(false);
  const atEnd = useRef(true);
  const shown = useRef<{ first: number; last: number; ownWritten: number; height: number }>(null);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    setAtEnd(atEnd.current);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const before = shown.current;
    if (!before) {
      const unread = element.querySelector<HTMLElement>('[data-unread]');
      if (unread) element.scrollTop = unread.offsetTop - element.offsetTop - 8;
      else toEnd();
    } else if (first !== undefined && first < before.first) {
      element.scrollTop += element.scrollHeight - before.height;
    } else if (ownWritten > before.ownWritten || atEnd.current) toEnd();
    shown.current = {
      first: first ?? Infinity,
      last: last ?? 0,
      ownWritten,
      height: element.scrollHeight,
    };
    look();
  }, [first, last, ownWritten, toEnd, look]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The keyboard, a longer draft, a typeface that came late: whoever was at the end stays there.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
      if (shown.current) shown.current.height = element.scrollHeight;
      look();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [toEnd, look]);

  return { scroller, isAtEnd, toEnd, onScroll: look };
}
