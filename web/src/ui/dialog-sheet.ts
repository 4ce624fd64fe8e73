import { createContext } from 'react';

/** Where a dialog stands and how it looks: in the middle, and on a phone a sheet at the bottom. */
export const dialogSheet =
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] rounded-t-sheet border-t border-line bg-sheet shadow-lift outline-none ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[min(88dvh,48rem)] sm:-translate-1/2 ' +
  'sm:w-[calc(100%-3rem)] sm:rounded-lg sm:border';

/** How it comes in. */
export const dialogEntrance = 'animate-sheet-in sm:animate-rise-in';

/** Whether a dialog's frame has come in already, in whose place the dialog then only appears. */
export function makeEntrance() {
  let isDone = false;
  return {
    isDone: () => isDone,
    finish: () => {
      isDone = true;
    },
  };
}

/** The entrance of the dialog within; one that came without a frame never has been. */
export const Entrance = createContext(makeEntrance());
