import { Switch } from '../ui/switch.tsx';
import { useShortcutChoice } from './shortcut-choice.ts';

/** Turns single-key shortcuts on or off in this browser. */
export function ShortcutsSwitch() {
  const [isOn, choose] = useShortcutChoice();
  return (
    <Switch
      checked={isOn}
      onCheckedChange={choose}
      label="Single-key shortcuts"
      hint="Applies only to this browser. Turn these off if you use speech input or press keys by accident."
    />
  );
}
