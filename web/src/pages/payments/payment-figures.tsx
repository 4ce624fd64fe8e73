import { Check, CircleDollarSign, Hourglass, TriangleAlert } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { useMoney } from '../../features/business/queries.ts';
import { usePaymentSummary } from '../../features/payments/queries.ts';
import { CounterTile } from '../../ui/counter-tile.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

/** Spec section 2: the sum and the counts, exact whatever is listed below. */
export function PaymentFigures() {
  const query = usePaymentSummary();
  const money = useMoney();
  const { data } = query;
  if (!data && query.isError) {
    return (
      <ErrorState
        title="We couldn't load the figures."
        detail={sentenceOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <CounterTile
        label="Total Revenue"
        value={data && money(data.totalRevenue)}
        icon={<CircleDollarSign />}
        tone="info"
      />
      <CounterTile label="Completed" value={data?.completed} icon={<Check />} tone="done" />
      <CounterTile label="Pending" value={data?.pending} icon={<Hourglass />} tone="waiting" />
      <CounterTile label="Failed" value={data?.failed} icon={<TriangleAlert />} tone="alert" />
    </div>
  );
}
