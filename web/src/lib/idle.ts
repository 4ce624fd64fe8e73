/** Resolves once the browser is idle, or after three seconds if it is still busy then. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback before version 26.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 1000);
    else requestIdleCallback(() => resolve(), { timeout: 3000 });
  });
}
