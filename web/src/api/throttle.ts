/**
 * Throttles `work`. `request` runs it immediately if it has not run in the last `ms` milliseconds; otherwise it runs
 * once when that time is over, no matter how often it was requested. After `stop` it never runs.
 */
export function throttle(
  ms: number,
  work: () => void,
): { readonly request: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRequested = false;
  let isStopped = false;

  const run = (): void => {
    isRequested = false;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (isRequested) run();
    }, ms);
  };

  return {
    request() {
      if (isStopped) return;
      if (timer === null) run();
      else isRequested = true;
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
