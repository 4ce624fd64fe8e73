import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { Link } from '@tanstack/react-router';
import { Check, CircleDollarSign, Hourglass, TriangleAlert } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { StatTiles, type StatTile } from '../ui/stat-tiles.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { usePaymentSummary } from './queries.ts';

/** Returns a function that renders a tile as a link to the payments with a status. */
function linkTo(status: PaymentStatus): NonNullable<StatTile['renderLink']> {
  return (link) => <Link to={paths.payments} search={{ status }} resetScroll={false} {...link} />;
}

/**
 * Shows the total revenue and the number of payments in each status, regardless of the page's filters. Each number
 * links to its list.
 */
export function PaymentStats() {
  const query = usePaymentSummary();
  const money = useMoney();
  const { data } = query;
  if (!data && query.isError) {
    return (
      <ErrorState
        title="We couldn't load the stats."
        detail={getErrorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <StatTiles
      stats={[
        {
          label: 'Total Revenue',
          value: data && money(data.totalRevenue),
          icon: <CircleDollarSign />,
          tone: 'info',
          renderLink: linkTo('completed'),
        },
        {
          label: 'Completed',
          value: data?.completed,
          icon: <Check />,
          tone: 'done',
          renderLink: linkTo('completed'),
        },
        {
          label: 'Pending',
          value: data?.pending,
          icon: <Hourglass />,
          tone: 'waiting',
          renderLink: linkTo('pending'),
        },
        // Red only if something needs attention.
        {
          label: 'Failed',
          value: data?.failed,
          ...(data?.failed
            ? { icon: <TriangleAlert />, tone: 'alert' }
            : { icon: <Check />, tone: 'muted' }),
          renderLink: linkTo('failed'),
        },
      ]}
    />
  );
}
