import { useEffect } from 'react';
import { waitUntilIdle } from '../lib/idle.ts';
import { pushOwnerKey } from '../session/push-owner.ts';

/** Keeps this browser's push subscription tied to the signed-in person. Renders nothing. */
export function KeepPushSubscription({ personId }: { personId: string }) {
  useEffect(() => {
    // Most browsers have notifications turned off, so nothing is fetched there.
    if (!('serviceWorker' in navigator) || localStorage.getItem(pushOwnerKey) === null) return;
    void waitUntilIdle()
      .then(() => import('./push-browser.ts'))
      .then(({ keepPushSubscription }) => keepPushSubscription(personId))
      // The next page tries again.
      .catch(() => undefined);
  }, [personId]);
  return null;
}
