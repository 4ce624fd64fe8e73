import { vi } from 'vitest';

/**
 * Repeats an assertion until it passes, and returns its result. Gives up after half a minute, so that a test fails only
 * if it hangs and not because the machine is busy; by default, Vitest gives up after one second.
 */
export function waitFor<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 30_000 });
}
