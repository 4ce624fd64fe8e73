/**
 * Returns a `request` that runs the work: at once if it has not run within this time, otherwise once at its end,
 * however often it was requested. After `stop` the work never runs.
 */
export function runAtMostEvery(
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
