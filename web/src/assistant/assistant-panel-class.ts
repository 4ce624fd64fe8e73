/** The classes that position the assistant panel: next to the page, or over it on a phone. */
export const assistantPanelClass =
  'fixed z-40 flex flex-col border-line bg-sheet shadow-lift outline-none [&[hidden]]:hidden print:hidden ' +
  'inset-x-0 top-12 bottom-0 animate-sheet-in rounded-t-sheet border-t ' +
  'sm:top-auto sm:right-6 sm:bottom-24 sm:left-auto sm:h-[min(38rem,calc(100dvh-8rem))] sm:w-[26rem] sm:animate-rise-in sm:rounded-lg sm:border lg:bottom-6';
