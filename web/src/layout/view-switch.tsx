import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanicView } from '../session/queries.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';

// Few people can switch views, so the switch is loaded only for them.
const Switch = lazyComponent(async () => (await import('../ui/switch.tsx')).Switch);

/** Lets an admin who also works as a mechanic switch to the mechanic view. Their permissions stay the same. */
export function ViewSwitch() {
  const { isOffered, isOn, choose } = useMechanicView();
  if (!isOffered) return null;
  return (
    <LazyPart skeleton={<span className="block min-h-touch" />}>
      <Switch checked={isOn} onCheckedChange={choose} label="Mechanic view" />
    </LazyPart>
  );
}
