import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProfileTab } from '../account/profile-tab.tsx';
import { useTabTitle } from '../layout/page-title.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingRegion } from '../ui/skeleton.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';

const route = getRouteApi(paths.settings);

const VehiclesTab = lazyComponent(
  async () => (await import('../vehicles/vehicles-tab.tsx')).VehiclesTab,
);
const NotificationsTab = lazyComponent(
  async () => (await import('../notifications/notifications-tab.tsx')).NotificationsTab,
);
// Only for customers.
const OwnSmsConsentPanel = lazyComponent(
  async () => (await import('../texting/own-sms-consent-panel.tsx')).OwnSmsConsentPanel,
);
const PeopleTab = lazyComponent(async () => (await import('../people/people-tab.tsx')).PeopleTab);

// Only for staff.
const CalendarFeedPanel = lazyComponent(
  async () => (await import('../calendar-feeds/calendar-feed-panel.tsx')).CalendarFeedPanel,
);

// Only for the office.
const ShortcutsPanel = lazyComponent(
  async () => (await import('../shortcuts/shortcuts-panel.tsx')).ShortcutsPanel,
);

const BusinessTab = lazyComponent(
  async () => (await import('../business-settings/business-tab.tsx')).BusinessTab,
);

const MessagesTab = lazyComponent(
  async () => (await import('../messaging/messages-tab.tsx')).MessagesTab,
);

const profile = { value: 'profile', label: 'Profile' } as const;
const myVehicles = { value: 'vehicles', label: 'My Vehicles' } as const;
const vehicles = { value: 'vehicles', label: 'Vehicles' } as const;
const notifications = { value: 'notifications', label: 'Notifications' } as const;
const people = { value: 'people', label: 'People' } as const;
const business = { value: 'business', label: 'Business' } as const;
const messages = { value: 'messages', label: 'Messages' } as const;

/**
 * The tabs for each role. Customers manage their own vehicles and the office manages everyone's; mechanics have no such
 * tab. The People, Business and Messages tabs are for admins.
 */
const tabsByRole = {
  customer: [profile, myVehicles, notifications],
  mechanic: [profile, notifications],
  service_advisor: [profile, vehicles, notifications],
  admin: [profile, vehicles, notifications, people, business, messages],
} as const;

/** Renders the settings: profile, vehicles, notifications and, for admins, people, the business and its messages. */
export function SettingsPage() {
  const { role } = useSignedInUser();
  const search = route.useSearch();
  const navigate = useNavigate({ from: paths.settings });
  const tabs = tabsByRole[role];
  const { value: tab, label } = tabs.find(({ value }) => value === search.tab) ?? profile;
  useTabTitle(tab === 'profile' ? undefined : `${label} · Settings`);
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
          {role !== 'customer' && (
            <div className="mt-6">
              <LazyPart>
                <CalendarFeedPanel />
              </LazyPart>
            </div>
          )}
          {isOfficeRole(role) && (
            <div className="mt-6">
              <LazyPart>
                <ShortcutsPanel />
              </LazyPart>
            </div>
          )}
        </TabPanel>
        <LazyPanel value="vehicles">
          <VehiclesTab />
        </LazyPanel>
        <LazyPanel value="notifications">
          <NotificationsTab />
          {role === 'customer' && <OwnSmsConsentPanel />}
        </LazyPanel>
        <LazyPanel value="people">
          <PeopleTab />
        </LazyPanel>
        <LazyPanel value="business">
          <BusinessTab />
        </LazyPanel>
        <LazyPanel value="messages">
          <MessagesTab />
        </LazyPanel>
      </Tabs>
    </>
  );
}

/** Renders a tab whose code is loaded when the tab is opened. */
function LazyPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <TabPanel value={value}>
      <LazyPart
        skeleton={
          <LoadingRegion>
            <TableSkeleton rows={4} />
          </LoadingRegion>
        }
      >
        {children}
      </LazyPart>
    </TabPanel>
  );
}
