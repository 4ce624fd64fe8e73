import { Toaster } from '../../ui/toaster.tsx';
import { Tooltips } from '../../ui/tooltips.tsx';

/** What lies over a page for a moment. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  );
}
