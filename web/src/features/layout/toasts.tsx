import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { whenUsed } from '../../lib/first-use.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { toasts } from '../../ui/toast-store.ts';

const Overlays = lazyComponent(async () => (await import('./overlays.tsx')).Overlays);

/**
 * Where toasts and tooltips appear. What draws them is fetched when somebody first touches the page, or
 * with the first toast: until then nobody has done anything that they could answer.
 */
export function Toasts() {
  const hasToast = useSyncExternalStore(toasts.subscribe, isThereOne, isThereOne);
  const [isUsed, setUsed] = useState(false);
  useEffect(() => whenUsed(() => setUsed(true)), []);
  if (!hasToast && !isUsed) return null;
  return (
    <ErrorBoundary renderFailure={({ reset }) => <UntilNextToast reset={reset} />}>
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
    </ErrorBoundary>
  );
}

function isThereOne(): boolean {
  return toasts.current() !== null;
}

/** A page whose toasts could not be fetched still works; the next one has them fetched again. */
function UntilNextToast({ reset }: { reset: () => void }) {
  useEffect(() => toasts.subscribe(reset), [reset]);
  return null;
}
