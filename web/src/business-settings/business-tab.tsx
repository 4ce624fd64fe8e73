import { getErrorMessage } from '../api/api-error.ts';
import { Loaded } from '../ui/loaded.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useBusinessSettings } from './queries.ts';
import { SettingsPanels } from './settings-panels.tsx';

/** Shows the business's settings, for its admins to edit. */
export function BusinessTab() {
  const settings = useBusinessSettings();
  return (
    <Loaded
      query={settings}
      skeleton={<TableSkeleton rows={6} />}
      failure="We couldn't load the settings."
      getCause={getErrorMessage}
    >
      {(loaded) => <SettingsPanels settings={loaded} />}
    </Loaded>
  );
}
