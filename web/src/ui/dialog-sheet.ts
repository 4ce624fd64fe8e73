import { createContext } from 'react';

/** The position and look of a dialog: centered, or a sheet at the bottom on a phone. */
export const dialogSheet =
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] rounded-t-sheet border-t border-line bg-sheet shadow-lift outline-none ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[min(88dvh,48rem)] sm:-translate-1/2 ' +
  'sm:w-[calc(100%-3rem)] sm:rounded-lg sm:border';

/** The entrance animation of a dialog. */
export const dialogEntrance = 'animate-sheet-in sm:animate-rise-in';

/**
 * Tracks whether a dialog's frame has already animated in: if so, the dialog that replaces it appears without
 * animation.
 */
export function makeEntrance() {
  let isDone = false;
  return {
    isDone: () => isDone,
    finish: () => {
      isDone = true;
    },
  };
}

/** The entrance of the enclosing `LazyDialog`; outside of a `LazyDialog`, an entrance that is never done. */
export const Entrance = createContext(makeEntrance());
