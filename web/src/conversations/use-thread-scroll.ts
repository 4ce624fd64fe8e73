import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A viewer within this distance of the end counts as being at the end. */
const nearEndPx = 48;

/** The space to leave above the separator of the unread messages. */
const separatorMarginPx = 8;

export interface ThreadContents {
  /** The numbers of the first and last messages in the thread; undefined if there are none. */
  readonly firstNumber: number | undefined;
  readonly lastNumber: number | undefined;
  /** How many messages the viewer has written. Writing another one scrolls the thread to its end. */
  readonly ownMessageCount: number;
}

/**
 * Keeps a thread's scroll position: at the end if the viewer was there, otherwise where they were reading,
 * even when earlier messages are added above or the keyboard takes half of the screen. Starts at the
 * element with `data-unread`, if there is one, otherwise at the end.
 */
export function useThreadScroll({ firstNumber, lastNumber, ownMessageCount }: ThreadContents) {
  const scroller = useRef<HTMLDivElement>(null);
  // False until first measured: marking messages as read cannot be undone.
  const [isAtEnd, setAtEnd] = useState(false);
  const isAtEndRef = useRef(true);
  const previous = useRef<{ first: number; last: number; ownMessageCount: number; height: number }>(
    null,
  );

  const scrollToEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const updateIsAtEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    isAtEndRef.current =
      element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
    setAtEnd(isAtEndRef.current);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const before = previous.current;
    if (!before) {
      const unread = element.querySelector<HTMLElement>('[data-unread]');
      if (unread) element.scrollTop = unread.offsetTop - element.offsetTop - separatorMarginPx;
      else scrollToEnd();
    } else if (firstNumber !== undefined && firstNumber < before.first) {
      element.scrollTop += element.scrollHeight - before.height;
    } else if (ownMessageCount > before.ownMessageCount || isAtEndRef.current) scrollToEnd();
    previous.current = {
      first: firstNumber ?? Infinity,
      last: lastNumber ?? 0,
      ownMessageCount,
      height: element.scrollHeight,
    };
    updateIsAtEnd();
  }, [firstNumber, lastNumber, ownMessageCount, scrollToEnd, updateIsAtEnd]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The size changes when the keyboard opens, a draft grows or a font loads late; a viewer at the end stays there.
    const observer = new ResizeObserver(() => {
      if (isAtEndRef.current) scrollToEnd();
      if (previous.current) previous.current.height = element.scrollHeight;
      updateIsAtEnd();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scrollToEnd, updateIsAtEnd]);

  return { scroller, isAtEnd, scrollToEnd, onScroll: updateIsAtEnd };
}
