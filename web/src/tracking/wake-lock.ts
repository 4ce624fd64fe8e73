import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isScreenKeptOn = false;

/** Returns whether this page is keeping the screen on. */
export function useIsScreenKeptOn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isScreenKeptOn,
    () => false,
  );
}

/** Stores whether this page keeps the screen on. */
export function setScreenKeptOn(next: boolean): void {
  isScreenKeptOn = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Keeps the screen on until the returned function is called, if the browser supports this. The browser releases the lock when
 * the page is hidden, so a new lock is requested when the page is visible again. Reports each change to `onChange`.
 * Does nothing if there are no wake locks or the browser refuses, for example to save the battery.
 */
export function keepScreenOn(
  wakeLock: Pick<WakeLock, 'request'> | undefined,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  onChange: (isHeld: boolean) => void,
): () => void {
  if (!wakeLock) return () => {};
  let isStopped = false;
  let heldLock: WakeLockSentinel | null = null;

  const hold = async (): Promise<void> => {
    if (page.visibilityState !== 'visible' || (heldLock && !heldLock.released)) return;
    try {
      const lock = await wakeLock.request('screen');
      if (isStopped) return await lock.release();
      heldLock = lock;
      lock.addEventListener('release', () => onChange(false));
      onChange(true);
    } catch {
      // Refused: the screen turns off as usual.
    }
  };
  const update = () => void hold();
  update();
  page.addEventListener('visibilitychange', update);
  return () => {
    isStopped = true;
    page.removeEventListener('visibilitychange', update);
    heldLock?.release().catch(() => undefined);
  };
}
