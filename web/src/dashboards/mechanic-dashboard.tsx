import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PageLoader } from '../api/lazy-page.ts';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { useCurrentJobQuery } from '../appointments/current-job.ts';
import { appointmentCountsQuery, dayQuery, useAppointmentCounts } from '../appointments/queries.ts';
import { countToday } from '../appointments/schedule/mechanic-day.ts';
import { useBusiness } from '../business/queries.ts';
import { getToday, useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { AvailabilityToggle } from '../mechanics/availability-toggle.tsx';
import { CallInSickButton } from '../mechanics/call-in-sick-button.tsx';
import { paths } from '../paths.ts';
import type { AppointmentsSearch } from '../searches.ts';
import { getOwnJobsFilter, useOwnJobsFilter } from '../session/queries.ts';
import { StatRow, type Stat } from '../ui/stat-row.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { ScheduleTab } from './schedule-tab.tsx';
import { Welcome } from './welcome.tsx';

// The schedule is shown first; the other tab and the prompt about location sharing are fetched after it.
const NavigationTab = lazyComponent(
  async () => (await import('./navigation-tab.tsx')).NavigationTab,
);
const LocationPrompt = lazyComponent(
  async () => (await import('../tracking/location-prompt.tsx')).LocationPrompt,
);

const tabs = [
  { value: 'schedule', label: 'Schedule' },
  { value: 'navigation', label: 'Map & Navigation' },
] as const;

export const loader: PageLoader = ({ read, queryClient, user }) => {
  if (!user) return;
  const ownJobs = getOwnJobsFilter(user);
  const date = getToday(queryClient);
  read(appointmentCountsQuery({ date, ...ownJobs }));
  read(dayQuery(date, ownJobs));
};

/** Shows a mechanic's day. Mostly used on a phone. */
export function MechanicDashboard() {
  // The demo simulates the mechanic's position, so it doesn't ask about sharing it.
  const { demo } = useBusiness();
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('schedule');
  return (
    // On a phone, the next job comes first and the day's stats last.
    <div className="flex flex-col">
      <PageHeading
        title="Mechanic Dashboard"
        subtitle={<Welcome />}
        action={
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            <AvailabilityToggle />
            <CallInSickButton />
          </div>
        }
      />
      <DayStats />
      {!demo && (
        <LazyPart>
          <LocationPrompt />
        </LazyPart>
      )}
      <Tabs
        label="Your day"
        tabs={tabs}
        value={tab}
        onValueChange={setTab}
        className="mt-2 sm:mt-6"
      >
        <TabPanel value="schedule">
          <ScheduleTab />
        </TabPanel>
        <TabPanel value="navigation">
          <LazyPart skeleton={<JobSkeletons count={2} layout="card" />}>
            <NavigationTab />
          </LazyPart>
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Returns a function that renders a count as a link to the appointments it counts. */
function linkTo(search: AppointmentsSearch): NonNullable<Stat['renderLink']> {
  return (link) => <Link to={paths.appointments} search={search} {...link} />;
}

/** Shows today's exact counts, including a job still in progress from an earlier day. Each count links to its list. */
function DayStats() {
  const today = useToday();
  const counts = useAppointmentCounts({ date: today, ...useOwnJobsFilter() }, { poll: true });
  const current = useCurrentJobQuery();
  const day =
    counts.data && current.data && countToday(counts.data, today, current.data[0] ?? null);
  const missingValue = counts.isError || current.isError ? null : undefined;
  const currentDate = current.data?.[0]?.date ?? today;
  return (
    <div className="max-sm:order-last max-sm:mt-6">
      <StatRow
        label="Today"
        stats={[
          {
            label: "Today's Jobs",
            value: day?.all ?? missingValue,
            tone: 'muted',
            renderLink: linkTo({ date: today }),
          },
          {
            label: 'Upcoming',
            value: day?.upcoming ?? missingValue,
            tone: 'info',
            renderLink: linkTo({ date: today, status: 'confirmed' }),
          },
          {
            label: 'In Progress',
            value: day?.in_progress ?? missingValue,
            tone: 'progress',
            renderLink: linkTo({
              tab: currentDate < today ? 'past' : 'upcoming',
              date: currentDate,
              status: 'in_progress',
            }),
          },
          {
            label: 'Completed',
            value: day?.completed ?? missingValue,
            tone: 'done',
            renderLink: linkTo({ tab: 'past', date: today, status: 'completed' }),
          },
        ]}
      />
    </div>
  );
}
