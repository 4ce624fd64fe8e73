import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { toasts } from '../ui/toast-store.ts';
import { Tooltips } from '../ui/tooltips.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

const Toaster = lazyComponent(async () => (await import('../ui/toaster.tsx')).Toaster);

/** Renders toasts and tooltips; renders nothing on the server. */
export function Overlays() {
  if (!useHydrated()) return null;
  return (
    <>
      <Toasts />
      <Tooltips />
    </>
  );
}

/**
 * Renders the toaster while there is a toast. Its code is loaded on the first click or key press, because most toasts
 * follow one. After that, a toast can be shown even if the connection has been lost.
 */
function Toasts() {
  const hasToast = useSyncExternalStore(toasts.subscribe, hasCurrentToast, hasCurrentToast);
  useEffect(() => {
    const preload = () => void Toaster.preload();
    addEventListener('pointerdown', preload, { once: true });
    addEventListener('keydown', preload, { once: true });
    return () => {
      removeEventListener('pointerdown', preload);
      removeEventListener('keydown', preload);
    };
  }, []);
  if (!hasToast) return null;
  return (
    <LazyPart>
      <Toaster />
    </LazyPart>
  );
}

function hasCurrentToast(): boolean {
  return toasts.current() !== null;
}
