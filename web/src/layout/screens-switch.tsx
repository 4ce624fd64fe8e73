import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanicScreens } from '../session/queries.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';

// Few have it: the others' pages come without it.
const Switch = lazyComponent(async () => (await import('../ui/switch.tsx')).Switch);

/** For an admin who also works as a mechanic: whose screens to look at. It grants nothing. */
export function ScreensSwitch() {
  const { isOffered, isOn, choose } = useMechanicScreens();
  if (!isOffered) return null;
  return (
    <LazyPart skeleton={<span className="block min-h-touch" />}>
      <Switch checked={isOn} onCheckedChange={choose} label="Mechanic's screens" />
    </LazyPart>
  );
}
