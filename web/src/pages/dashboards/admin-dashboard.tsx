import { Link } from '@tanstack/react-router';
import { CalendarDays, CircleDollarSign, Hourglass, Wrench } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { CounterTile } from '../../ui/counter-tile.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useMoney, useToday } from '../../features/business/queries.ts';
import { ActiveMechanics } from '../../features/mechanics/active-mechanics.tsx';
import { RecentTransactions } from '../../features/payments/recent-transactions.tsx';
import { PendingAppointments } from './pending-appointments.tsx';
import { useStats } from './queries.ts';

/** The owner's four figures and what stands behind them (spec section 2). */
export function AdminDashboard() {
  return (
    <>
      <PageHeading
        title="Admin Dashboard"
        subtitle="Manage your business operations and monitor performance."
      />
      <Stats />
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

function Stats() {
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
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Link to={paths.appointments} search={{ date: today }} className={figureLink}>
        <CounterTile
          label="Today's Appointments"
          value={data?.todayAppointments}
          icon={<CalendarDays />}
          tone="info"
          className="justify-between"
        />
      </Link>
      <Link to={paths.mechanics} className={figureLink}>
        <CounterTile
          label="Active Mechanics"
          value={data?.activeMechanics}
          icon={<Wrench />}
          tone="progress"
          className="justify-between"
        />
      </Link>
      <CounterTile
        label="Today's Revenue"
        value={data && money(data.todayRevenue)}
        icon={<CircleDollarSign />}
        tone="done"
        className="justify-between"
      />
      <Link to={paths.serviceAdvisor} className={figureLink}>
        <CounterTile
          label="Pending Appointments"
          value={data?.pendingAppointments}
          icon={<Hourglass />}
          tone="waiting"
          className="justify-between"
        />
      </Link>
    </div>
  );
}

/** A figure that opens the list behind it. */
const figureLink = 'block rounded-lg no-underline transition-colors hover:brightness-98';
