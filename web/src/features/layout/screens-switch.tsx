import { Switch } from '../../ui/switch.tsx';
import { useMechanicScreens } from '../session/queries.ts';

/** For an admin who also works as a mechanic: whose screens to look at (D3). It grants nothing. */
export function ScreensSwitch() {
  const { isOffered, isOn, choose } = useMechanicScreens();
  if (!isOffered) return null;
  return <Switch checked={isOn} onCheckedChange={choose} label="Mechanic's screens" />;
}
