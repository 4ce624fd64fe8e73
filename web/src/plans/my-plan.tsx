import { displayDateWithWeekday, displayDayInSentence } from '@curbwrench/contract/fields/calendar';
import { unpaidPlanText } from '@curbwrench/contract/plans/plan-texts';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Panel } from '../ui/panel.tsx';
import { PhoneText } from '../ui/phone-text.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { perInterval } from './plan-text.ts';
import { useChangeRenewal } from './queries.ts';

const CancelPlanDialog = lazyComponent(
  async () => (await import('./cancel-plan-dialog.tsx')).CancelPlanDialog,
);

/** Shows a customer's plan: the remaining uses, what happens next, and how to cancel. */
export function MyPlan({ subscription }: { subscription: Subscription }) {
  const { planName, services, discountPercent, interval, periodEnd } = subscription;
  const money = useMoney();
  const changeRenewal = useChangeRenewal();
  const today = useToday();
  const [isCanceling, setCanceling] = useState(false);
  const close = () => setCanceling(false);

  function resume() {
    changeRenewal.mutate(
      { id: subscription.id, renews: true },
      {
        onSuccess: () =>
          showToast({
            title: 'Plan resumed',
            description: `${planName} renews ${displayDayInSentence(periodEnd, today)}.`,
          }),
        onError: (error) =>
          showFailureToast('Failed to resume the plan', getErrorMessageWithStatus(error)),
      },
    );
  }

  return (
    <Panel
      title={`Your plan: ${planName}`}
      subtitle={`${money(subscription.price)} ${perInterval[interval]}`}
      action={<PlanStatusBadge subscription={subscription} />}
    >
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {services.map(({ serviceId, name, uses, left }) => (
          <li
            key={serviceId}
            className="flex items-baseline justify-between gap-4 border-b border-line pb-2"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="figures shrink-0 font-semibold">
              {left} of {uses} left
            </span>
          </li>
        ))}
        {discountPercent > 0 && (
          <li className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
            <span>{services.length > 0 ? 'Everything else' : 'Every service'}</span>
            <span className="figures shrink-0 font-semibold">{discountPercent}% off</span>
          </li>
        )}
      </ul>
      <div className="mt-4 max-w-prose text-ink-soft">
        <NextStep subscription={subscription} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to={paths.bookService} className={buttonClass()}>
          Book a service
        </Link>
        {subscription.renews ? (
          <Button variant="ghost" onClick={() => setCanceling(true)}>
            Cancel plan
          </Button>
        ) : (
          <Button
            variant="ghost"
            pending={changeRenewal.isPending}
            pendingLabel="Resuming..."
            onClick={resume}
          >
            Resume plan
          </Button>
        )}
      </div>
      {isCanceling && (
        <LazyDialog onClose={close}>
          <CancelPlanDialog subscription={subscription} onClose={close} />
        </LazyDialog>
      )}
    </Panel>
  );
}

function PlanStatusBadge({
  subscription: { active, renews, periodEnd, payment },
}: {
  subscription: Subscription;
}) {
  const today = useToday();
  if (!active && payment.status === 'pending') {
    return (
      <Badge tone="waiting" icon={<Hourglass aria-hidden />}>
        Awaiting payment
      </Badge>
    );
  }
  if (!active) {
    return (
      <Badge tone="alert" icon={<CircleSlash aria-hidden />}>
        Paused
      </Badge>
    );
  }
  return renews ? (
    <Badge tone="done" icon={<CircleCheck aria-hidden />}>
      Active
    </Badge>
  ) : (
    <Badge tone="waiting" icon={<Hourglass aria-hidden />}>
      Ends {displayDayInSentence(periodEnd, today)}
    </Badge>
  );
}

/** Shows what happens next, and what is due. */
function NextStep({ subscription }: { subscription: Subscription }) {
  const money = useMoney();
  const { phone } = useBusiness();
  const today = useToday();
  const { active, renews, periodEnd, payment } = subscription;
  if (!active && payment.status !== 'pending') {
    return (
      <p>
        The payment of {money(payment.amount)}{' '}
        {payment.status === 'failed' ? 'failed' : 'was refunded'}, so your plan's benefits are on
        hold.{' '}
        <PhoneText>
          {phone === null ? 'Please get in touch with us.' : `Please call us at ${phone}.`}
        </PhoneText>
      </p>
    );
  }
  return (
    <>
      {payment.status === 'pending' && (
        <p>
          {!active && `${unpaidPlanText(subscription, 'Your')} `}
          {money(payment.amount)} for this billing interval is unpaid; see{' '}
          <Link to={paths.payments} className="link reach">
            Payments
          </Link>
          .
        </p>
      )}
      <p>
        {renews
          ? `Renews ${displayDayInSentence(periodEnd, today)}: your included services reset, and ${money(subscription.price)} is due.`
          : `You've canceled this plan. It stays active until ${displayDateWithWeekday(periodEnd)}, and you won't be charged again.`}
      </p>
    </>
  );
}
