import { createContext, use } from 'react';

/** The time at which the server rendered the page, in milliseconds; null if the browser renders it. */
export const RenderedAt = createContext<number | null>(null);

/**
 * The server's time may be used for this long after the page loads. `use-now.ts` waits at least as long before its
 * first update.
 */
const hydrationLimitMs = 30_000;

/**
 * Returns the time for a component's first render: now, or the server's time while the server renders the page
 * and the browser hydrates it, since both have to show the same time.
 */
export function useInitialTime(): number {
  const renderedAt = use(RenderedAt);
  const isHydrated = !import.meta.env.SSR && performance.now() > hydrationLimitMs;
  return isHydrated || renderedAt === null ? Date.now() : renderedAt;
}
