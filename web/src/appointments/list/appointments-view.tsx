import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { useToday } from '../../business/today.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import type { AppointmentsSearch } from '../../searches.ts';
import { useOwnJobsFilter, useEffectiveRole } from '../../session/queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAppointmentCounts, useAppointmentPages } from '../queries.ts';
import { PagedAppointments } from './paged-appointments.tsx';
import {
  getDate,
  dayCountText,
  getEarlierFilters,
  getTabFilters,
  getStatus,
  getTab,
  getTabs,
  type AppointmentTab,
} from './appointment-tabs.ts';
import { AppointmentToolbar } from './appointment-toolbar.tsx';
import { BookedPanel } from './booked-panel.tsx';
import { EarlierAppointments } from './earlier-appointments.tsx';
import { AppointmentRow } from './appointment-row.tsx';

const OverdueAppointments = lazyComponent(
  async () => (await import('./overdue-appointments.tsx')).OverdueAppointments,
);

interface AppointmentsViewProps {
  search: AppointmentsSearch;
  onSearchChange: (change: {
    [Key in keyof AppointmentsSearch]: AppointmentsSearch[Key] | undefined;
  }) => void;
}

/** Lists the viewer's own appointments, or for the office all appointments. */
export function AppointmentsView({ search, onSearchChange }: AppointmentsViewProps) {
  const role = useEffectiveRole();
  const tab = getTab(search, role);
  const status = getStatus(search, role);
  const date = getDate(search);
  return (
    <>
      <PageHeading title="Appointments" subtitle="View and manage your appointments" />
      <BookedPanel />
      <AppointmentToolbar
        date={date}
        status={status}
        onDateChange={(value) => onSearchChange({ date: value })}
        onStatusChange={(value) => onSearchChange({ status: value })}
      />
      {isOfficeRole(role) && (
        <div className="mb-4">
          <LazyPart skeleton={<Skeleton className="h-14" />}>
            <OverdueAppointments />
          </LazyPart>
        </div>
      )}
      <Tabs
        label="Appointments by time"
        tabs={getTabs(role)}
        value={tab}
        onValueChange={(value) => onSearchChange({ tab: value })}
      >
        {getTabs(role).map(({ value }) => (
          <TabPanel key={value} value={value}>
            {value === 'all' && date !== undefined && status === undefined && (
              <DayCount date={date} />
            )}
            <AppointmentTabList
              tab={value}
              date={date}
              status={status}
              onClear={() => onSearchChange({ date: undefined, status: undefined })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

/**
 * Shows how many appointments the day has. Canceled ones are counted separately: the list includes them,
 * but the count on the admin dashboard does not.
 */
function DayCount({ date }: { date: string }) {
  const { data } = useAppointmentCounts({ date }, { poll: true });
  return <p className="figures mb-3 min-h-6 text-ink-soft">{data && dayCountText(data)}</p>;
}

interface AppointmentTabListProps {
  tab: AppointmentTab;
  date: string | undefined;
  status: ReturnType<typeof getStatus>;
  /** Removes the filters. */
  onClear: () => void;
}

function AppointmentTabList({ tab, date, status, onClear }: AppointmentTabListProps) {
  const role = useEffectiveRole();
  const today = useToday();
  const ownJobs = useOwnJobsFilter();
  const pages = useAppointmentPages(
    { ...getTabFilters(tab, date, status, today), ...ownJobs },
    { poll: role !== 'customer' },
  );
  const renderRow = (appointment: Appointment) => (
    <AppointmentRow appointment={appointment} tab={tab} />
  );
  return (
    // When the button that clears the filters disappears, focus stays on the list.
    <RestoreFocus>
      {tab === 'all' && date === undefined && (
        <EarlierAppointments
          key={status ?? 'any'}
          filters={{ ...getEarlierFilters(status, today), ...ownJobs }}
        >
          {renderRow}
        </EarlierAppointments>
      )}
      <PagedAppointments
        label={listLabels[tab]}
        dayLevel={2}
        layout={isOfficeRole(role) ? 'line' : 'row'}
        pages={pages}
        skeletonRows={tab === 'all' ? 3 : 2}
        empty={
          <NoAppointments
            tab={tab}
            canBook={role === 'customer'}
            onClear={date === undefined && status === undefined ? undefined : onClear}
          />
        }
      >
        {renderRow}
      </PagedAppointments>
    </RestoreFocus>
  );
}

const listLabels: Record<AppointmentTab, string> = {
  all: 'All appointments',
  upcoming: 'Upcoming appointments',
  past: 'Past appointments',
};

const emptyMessages: Record<AppointmentTab, string> = {
  all: 'No appointments found for the selected date and filter.',
  upcoming: "You don't have any upcoming appointments.",
  past: "You don't have any past appointments.",
};

interface NoAppointmentsProps {
  tab: AppointmentTab;
  canBook: boolean;
  /** Clears the filters; undefined if none is set. */
  onClear: (() => void) | undefined;
}

function NoAppointments({ tab, canBook, onClear }: NoAppointmentsProps) {
  return (
    <EmptyState
      framed
      icon={<CalendarDays aria-hidden />}
      action={
        <div className="flex flex-wrap justify-center gap-3 empty:hidden">
          {onClear && <Button onClick={onClear}>Clear filters</Button>}
          {canBook && tab === 'upcoming' && (
            <Link to={paths.bookService} className={buttonClass()}>
              <CalendarPlus className="size-5" aria-hidden />
              Book New Appointment
            </Link>
          )}
        </div>
      }
    >
      {emptyMessages[tab]}
    </EmptyState>
  );
}
