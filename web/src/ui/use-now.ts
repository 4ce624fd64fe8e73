import { useEffect, useState } from 'react';
import { useInitialTime } from './rendered-at.ts';

/** Returns the time in milliseconds, as of the last render or tick; ticks every `everyMs`. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(useInitialTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
