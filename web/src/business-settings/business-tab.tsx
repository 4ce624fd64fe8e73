import { useNavigate } from '@tanstack/react-router';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useBusinessSettings } from './queries.ts';
import { LogoPanel } from './logo-panel.tsx';
import { SettingsPanels } from './settings-panels.tsx';
import { SiteWordingPanel } from './site-wording-panel.tsx';
import { useChangeSetupChecklist, useSetupChecklist } from './setup-checklist-queries.ts';

/** Shows the business's settings for admins to edit. */
export function BusinessTab() {
  const settings = useBusinessSettings();
  return (
    <Loaded
      query={settings}
      skeleton={<TableSkeleton rows={6} />}
      failure="We couldn't load the settings."
      getCause={getErrorMessage}
    >
      {(loaded) => (
        <div className="grid gap-5">
          <LogoPanel />
          <SettingsPanels settings={loaded} />
          <SiteWordingPanel />
          <HiddenChecklist />
        </div>
      )}
    </Loaded>
  );
}

/** Offers to show the setup checklist again after it was hidden. The demo has no checklist. */
function HiddenChecklist() {
  const { demo: isDemo } = useBusiness();
  const navigate = useNavigate();
  const { data } = useSetupChecklist();
  const change = useChangeSetupChecklist();
  if (isDemo || data?.isShown !== false) return null;
  return (
    <Panel
      title="Setup checklist"
      subtitle="The steps to set up a new business: details, hours, services, mechanics, and service area"
    >
      <Button
        pending={change.isPending}
        pendingLabel="Showing..."
        onClick={() =>
          change.mutate(
            { isShown: true },
            { onSuccess: () => void navigate({ to: paths.dashboard }) },
          )
        }
      >
        Show on the dashboard
      </Button>
    </Panel>
  );
}
