import { Check, CircleDollarSign, Hourglass, TriangleAlert } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { CounterTiles } from '../ui/counter-tiles.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { usePaymentSummary } from './queries.ts';

/** Shows the total revenue and the number of payments by status, independent of the page's filters. */
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
    <CounterTiles
      counters={[
        {
          label: 'Total Revenue',
          value: data && money(data.totalRevenue),
          icon: <CircleDollarSign />,
          tone: 'info',
        },
        { label: 'Completed', value: data?.completed, icon: <Check />, tone: 'done' },
        { label: 'Pending', value: data?.pending, icon: <Hourglass />, tone: 'waiting' },
        // Red only if something needs attention.
        data?.failed
          ? { label: 'Failed', value: data.failed, icon: <TriangleAlert />, tone: 'alert' }
          : { label: 'Failed', value: data?.failed, icon: <Check />, tone: 'muted' },
      ]}
    />
  );
}
