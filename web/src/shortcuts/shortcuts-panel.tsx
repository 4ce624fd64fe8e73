import { Panel } from '../ui/panel.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

/** Shows the setting for keyboard shortcuts. */
export function ShortcutsPanel() {
  return (
    <Panel
      title="Keyboard shortcuts"
      subtitle="Press ? on any page to see them."
      className="max-w-3xl"
    >
      <ShortcutsSwitch />
    </Panel>
  );
}
