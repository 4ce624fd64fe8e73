/*
 * The looks of what stands around a page, which its shell shares (shells.tsx): when the page takes its
 * place, nothing moves.
 */

export const sidebarLook =
  'sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r border-line bg-sheet lg:flex';

export const headerLook =
  'sticky top-0 z-20 flex min-h-14 items-center justify-between gap-3 border-b border-line bg-sheet px-4 sm:px-6 lg:static lg:mx-auto lg:w-full lg:max-w-6xl lg:border-b-0 lg:bg-transparent lg:pt-3';

export const pageLook = 'mx-auto w-full max-w-6xl px-4 py-5 sm:px-6 sm:py-8';
