import type { Stats } from '@curbwrench/contract/business';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CircleDollarSign, Hourglass, Wrench } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import { AwaitedPart } from '../../ui/awaited.tsx';
import { CounterTile } from '../../ui/counter-tile.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMoney, useToday } from '../../features/business/queries.ts';
import { ActiveMechanics } from '../../features/mechanics/active-mechanics.tsx';
import { RecentTransactions } from '../../features/payments/recent-transactions.tsx';
import { changeText } from './change-text.ts';
import { PendingAppointments } from './pending-appointments.tsx';
import { useStats } from './queries.ts';

const OverdueAppointments = lazyComponent(
  async () =>
    (await import('../../features/appointments/overdue-appointments.tsx')).OverdueAppointments,
);

/** The owner's four figures and what stands behind them (spec section 2), and what is overdue. */
export function AdminDashboard() {
  return (
    <>
      <PageHeading
        title="Admin Dashboard"
        subtitle="Manage your business operations and monitor performance."
      />
      <StatCards />
      <div className="mt-3">
        <AwaitedPart skeleton={<Skeleton className="h-14" />}>
          <OverdueAppointments />
        </AwaitedPart>
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

/** Each figure opens the list behind it. */
function StatCards() {
  const query = useStats();
  const today = useToday();
  const money = useMoney();
  const { data } = query;
  if (!data && query.isError) {
    return (
      <ErrorState
        title="We couldn't load today's figures."
        detail={sentenceOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const change = (figure: keyof StatChanges) => <Change percent={data?.changes[figure]} />;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Link to={paths.appointments} search={{ date: today }} className={figureLink}>
        <CounterTile
          label="Today's Appointments"
          value={data?.todayAppointments}
          icon={<CalendarDays />}
          tone="info"
          className="justify-between"
          note={change('todayAppointments')}
        />
      </Link>
      <Link to={paths.mechanics} className={figureLink}>
        <CounterTile
          label="Active Mechanics"
          value={data?.activeMechanics}
          icon={<Wrench />}
          tone="progress"
          className="justify-between"
          note={change('activeMechanics')}
        />
      </Link>
      <Link to={paths.payments} className={figureLink}>
        <CounterTile
          label="Today's Revenue"
          value={data && money(data.todayRevenue)}
          icon={<CircleDollarSign />}
          tone="done"
          className="justify-between"
          note={change('todayRevenue')}
        />
      </Link>
      <Link to={paths.serviceAdvisor} className={figureLink}>
        <CounterTile
          label="Pending Appointments"
          value={data?.pendingAppointments}
          icon={<Hourglass />}
          tone="waiting"
          className="justify-between"
          note={change('pendingAppointments')}
        />
      </Link>
    </div>
  );
}

type StatChanges = Stats['changes'];

/** '+8%' against the same weekday last week, '-' where there is nothing to compare (D6). */
function Change({ percent }: { percent: number | null | undefined }) {
  if (percent === undefined) return <Skeleton className="h-4 w-24" />;
  return (
    <>
      <span className="figures font-semibold text-ink-soft">{changeText(percent)}</span> versus last
      week
    </>
  );
}

/** A figure that opens the list behind it. */
const figureLink = 'block rounded-lg no-underline transition-colors hover:brightness-98';
