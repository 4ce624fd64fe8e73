/**
 * Does the work once the browser has nothing better to do, at the latest in two seconds; for what
 * may be wanted soon and must not delay what is wanted now. Answers how to call it off.
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
