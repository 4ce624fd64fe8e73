import { useEffect, useState } from 'react';
import { useInitialTime } from './rendered-at.ts';

/**
 * Returns the current time in milliseconds, and re-renders the component every `intervalMs` milliseconds to
 * update it.
 */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(useInitialTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
