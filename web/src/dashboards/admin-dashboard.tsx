import type { StatChange, Stats } from '@curbwrench/contract/business/schemas';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CircleDollarSign, Hourglass, Wrench } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { useBusiness } from '../business/queries.ts';
import { useMoney } from '../business/money.ts';
import { useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { ActiveMechanics } from '../mechanics/active-mechanics.tsx';
import { mechanicsQuery } from '../mechanics/queries.ts';
import { paths } from '../paths.ts';
import { RecentTransactions } from '../payments/recent-transactions.tsx';
import { StatTiles } from '../ui/stat-tiles.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { describeComparison, formatChange } from './change-text.ts';
import { PendingAppointments, pendingQuery } from './pending-appointments.tsx';
import { statsQuery, useStats } from './queries.ts';

const OverdueAppointments = lazyComponent(
  async () => (await import('../appointments/list/overdue-appointments.tsx')).OverdueAppointments,
);

// Fetched separately, since most businesses have completed it.
const SetupChecklist = lazyComponent(
  async () => (await import('./checklist/setup-checklist.tsx')).SetupChecklist,
);

export const loader: PageLoader = ({ read }) => {
  read(statsQuery);
  read(mechanicsQuery);
  read(pendingQuery);
};

/** Shows the admin's four stats, the lists behind them, and the appointments that need attention. */
export function AdminDashboard() {
  const { demo: isDemo } = useBusiness();
  return (
    <>
      <PageHeading
        title="Admin Dashboard"
        subtitle="Manage your business operations and monitor performance."
      />
      {!isDemo && (
        <LazyPart>
          <SetupChecklist />
        </LazyPart>
      )}
      <StatCards />
      <div className="mt-3">
        <LazyPart skeleton={<Skeleton className="h-14" />}>
          <OverdueAppointments />
        </LazyPart>
      </div>
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ActiveMechanics />
        <PendingAppointments />
        <div className="min-w-0 xl:col-span-2">
          <RecentTransactions />
        </div>
      </div>
    </>
  );
}

/** Shows the four stats, each linked to its list. */
function StatCards() {
  const query = useStats();
  const today = useToday();
  const money = useMoney();
  const { data } = query;
  if (!data && query.isError) {
    return (
      <ErrorState
        title="We couldn't load today's stats."
        detail={getErrorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const renderChange = (stat: keyof Stats['changes']) => {
    if (!data) return <Skeleton className="h-4 w-24" />;
    const statChange = data.changes[stat];
    return statChange ? <ChangeNote change={statChange} today={today} /> : undefined;
  };
  return (
    <StatTiles
      stats={[
        {
          label: "Today's Appointments",
          value: data?.todayAppointments,
          icon: <CalendarDays />,
          tone: 'info',
          note: renderChange('todayAppointments'),
          renderLink: (link) => <Link to={paths.appointments} search={{ date: today }} {...link} />,
        },
        {
          label: 'Active Mechanics',
          value: data?.activeMechanics,
          icon: <Wrench />,
          tone: 'progress',
          note: renderChange('activeMechanics'),
          renderLink: (link) => <Link to={paths.mechanics} search={{ active: true }} {...link} />,
        },
        {
          label: "Today's Revenue",
          value: data && money(data.todayRevenue),
          icon: <CircleDollarSign />,
          tone: 'done',
          note: renderChange('todayRevenue'),
          renderLink: (link) => (
            <Link to={paths.payments} search={{ status: 'completed', paidOn: today }} {...link} />
          ),
        },
        {
          label: 'Pending Appointments',
          value: data?.pendingAppointments,
          icon: <Hourglass />,
          tone: 'waiting',
          note: renderChange('pendingAppointments'),
          renderLink: (link) => (
            <Link to={paths.serviceAdvisor} search={{ tab: 'pending' }} {...link} />
          ),
        },
      ]}
    />
  );
}

/** Shows a stat's change and the day that it is compared with, such as '+8% versus last week'. */
function ChangeNote({ change, today }: { change: NonNullable<StatChange>; today: string }) {
  return (
    <>
      <span className="figures font-semibold text-ink-soft">{formatChange(change.percent)}</span>{' '}
      {describeComparison(change.comparedTo, today)}
    </>
  );
}
