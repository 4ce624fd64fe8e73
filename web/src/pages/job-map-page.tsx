import { NavigationTab } from '../dashboards/navigation-tab.tsx';
import { LocationQuestion } from '../tracking/location-question.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Renders the Map & Navigation tab of the mechanic's dashboard on its own page. */
export function JobMapPage() {
  return (
    <>
      <PageHeading title="Job Map" />
      <div className="mb-6 empty:hidden *:mt-0">
        <LocationQuestion />
      </div>
      <NavigationTab />
    </>
  );
}
