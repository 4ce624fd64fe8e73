import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanicScreens } from '../session/queries.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';

// Few people have it, so other people's pages do not load it.
const Switch = lazyComponent(async () => (await import('../ui/switch.tsx')).Switch);

/** Lets an admin who also works as a mechanic choose whose screens to see. It grants no access. */
export function ScreensSwitch() {
  const { isOffered, isOn, choose } = useMechanicScreens();
  if (!isOffered) return null;
  return (
    <LazyPart skeleton={<span className="block min-h-touch" />}>
      <Switch checked={isOn} onCheckedChange={choose} label="Mechanic's screens" />
    </LazyPart>
  );
}
