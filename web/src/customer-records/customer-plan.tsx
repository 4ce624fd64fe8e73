import { displayDayInSentence } from '@curbwrench/contract/fields/calendar';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { useToday } from '../business/today.ts';
import { PaymentBadge } from '../payments/payment-badge.tsx';
import { useSubscription } from '../plans/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Shows a customer's maintenance plan, and the included uses left in this billing interval. */
export function CustomerPlan({ customerId }: { customerId: string }) {
  const query = useSubscription({ customerId });
  const money = useMoney();
  const today = useToday();
  return (
    <Panel title="Plan">
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-11" />}
        failure="We couldn't load the plan."
        getCause={getErrorMessage}
      >
        {(plan) =>
          plan === null ? (
            <p className="text-ink-soft">No plan.</p>
          ) : (
            <div className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {plan.planName}
                <PaymentBadge status={plan.payment.status} />
              </p>
              <p className="figures text-sm text-ink-soft">
                {money(plan.payment.amount)}, {plan.renews ? 'renews' : 'ends'}{' '}
                {displayDayInSentence(plan.periodEnd, today)}
              </p>
              {plan.services.map(({ serviceId, name, uses, left }) => (
                <p key={serviceId} className="figures text-sm">
                  {name}: {left} of {uses} left
                </p>
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
