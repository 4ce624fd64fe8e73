import { NavigationTab } from '../dashboards/navigation-tab.tsx';
import { LocationPrompt } from '../tracking/location-prompt.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Renders the Map & Navigation tab of the mechanic's dashboard on its own page. */
export function JobMapPage() {
  return (
    <>
      <PageHeading title="Job Map" />
      <div className="mb-6 empty:hidden *:mt-0">
        <LocationPrompt />
      </div>
      <NavigationTab />
    </>
  );
}
