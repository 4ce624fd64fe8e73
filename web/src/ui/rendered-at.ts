import { createContext, use } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** The moment a page was rendered for by the server, in milliseconds; null where the browser did. */
export const RenderedAt = createContext<number | null>(null);

/**
 * The moment that a part of a page begins with: now, or the server's while the browser takes over what
 * it rendered, when both have to show the same.
 */
export function useFirstMoment(): number {
  const renderedAt = use(RenderedAt);
  return useHydrated() || renderedAt === null ? Date.now() : renderedAt;
}
