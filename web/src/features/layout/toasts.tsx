import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { toasts } from '../../ui/toast-store.ts';

const Overlays = lazyComponent(async () => (await import('./overlays.tsx')).Overlays);

/**
 * Where toasts and tooltips appear. What draws them is fetched once the page is idle, or with the
 * first toast: nobody has done anything yet that they could answer.
 */
export function Toasts() {
  const hasToast = useSyncExternalStore(toasts.subscribe, isThereOne, isThereOne);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!hasToast && !isIdle) return null;
  return (
    <ErrorBoundary renderFailure={noToasts}>
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
    </ErrorBoundary>
  );
}

function isThereOne(): boolean {
  return toasts.current() !== null;
}

/** A page whose toasts could not be fetched still works. */
function noToasts() {
  return null;
}
