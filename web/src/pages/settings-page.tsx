import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSignedInUser } from '../features/session/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { LoadingRegion } from '../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { ProfileTab } from './settings/profile-tab.tsx';

const route = getRouteApi(paths.settings);

const PeopleTab = lazyComponent(async () => (await import('./people/people-tab.tsx')).PeopleTab);

const profile = { value: 'profile', label: 'Profile' } as const;
const people = { value: 'people', label: 'People' } as const;

/** Spec section 2, Settings; the People tab is for admins (D3). */
export function SettingsPage() {
  const { role } = useSignedInUser();
  const search = route.useSearch();
  const navigate = useNavigate({ from: paths.settings });
  const tabs = role === 'admin' ? [profile, people] : [profile];
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'profile';
  return (
    <>
      <PageHeading title="Settings" />
      <Tabs
        label="Settings"
        tabs={tabs}
        value={tab}
        onValueChange={(next) =>
          void navigate({ search: { tab: next }, replace: true, resetScroll: false })
        }
      >
        <TabPanel value="profile">
          <ProfileTab />
        </TabPanel>
        {role === 'admin' && (
          <TabPanel value="people">
            <Suspense
              fallback={
                <LoadingRegion>
                  <TableSkeleton rows={4} />
                </LoadingRegion>
              }
            >
              <PeopleTab />
            </Suspense>
          </TabPanel>
        )}
      </Tabs>
    </>
  );
}
