import { Toaster } from '../ui/toaster.tsx';
import { Tooltips } from '../ui/tooltips.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Renders what temporarily covers a page; nothing while the server renders it. */
export function Overlays() {
  if (!useHydrated()) return null;
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  );
}
