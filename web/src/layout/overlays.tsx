import { Toaster } from '../ui/toaster.tsx';
import { Tooltips } from '../ui/tooltips.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** What lies over a page for a moment: nothing yet where the server renders it. */
export function Overlays() {
  if (!useHydrated()) return null;
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  );
}
