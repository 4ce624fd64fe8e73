import { createContext, use } from 'react';

/** The moment the server rendered a page for, in milliseconds; null where the browser renders it. */
export const RenderedAt = createContext<number | null>(null);

/** No clock on a page needs to be more exact: see `use-now.ts`. */
const takeOverMs = 30_000;

/**
 * The moment that a part of a page begins with: now; the server's where it renders the page and while
 * the browser takes it over, since both have to show the same.
 */
export function useFirstMoment(): number {
  const renderedAt = use(RenderedAt);
  const isTakenOver = !import.meta.env.SSR && performance.now() > takeOverMs;
  return isTakenOver || renderedAt === null ? Date.now() : renderedAt;
}
