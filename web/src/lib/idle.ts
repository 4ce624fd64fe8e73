/** Resolves once the browser has nothing more urgent to do, after at most three seconds. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback before version 26.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 1000);
    else requestIdleCallback(() => resolve(), { timeout: 3000 });
  });
}
