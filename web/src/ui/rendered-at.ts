import { createContext, use } from 'react';

/** The time the server rendered a page for, in milliseconds; null where the browser renders it. */
export const RenderedAt = createContext<number | null>(null);

/** No clock on a page needs to be more precise: see `use-now.ts`. */
const hydrationLimitMs = 30_000;

/**
 * Returns the time a component starts with: now, or the server's time while the server renders the page
 * and the browser hydrates it, since both have to show the same.
 */
export function useInitialTime(): number {
  const renderedAt = use(RenderedAt);
  const isHydrated = !import.meta.env.SSR && performance.now() > hydrationLimitMs;
  return isHydrated || renderedAt === null ? Date.now() : renderedAt;
}
