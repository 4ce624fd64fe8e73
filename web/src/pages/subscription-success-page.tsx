import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { unpaidPlanText } from '@curbwrench/contract/plans/plan-texts';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CreditCard, TicketCheck, Wrench, type LucideIcon } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { perInterval } from '../plans/plan-text.ts';
import { useSubscription } from '../plans/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Shows what happens next after joining a plan. */
export function SubscriptionSuccessPage() {
  const { role } = useSignedInUser();
  const subscription = useSubscription({ enabled: role === 'customer' });
  if (role !== 'customer') return <NoPlan>Only customers can join plans.</NoPlan>;
  return (
    <Loaded
      query={subscription}
      skeleton={<JoinedSkeleton />}
      failure="We couldn't load your plan."
      getCause={getErrorMessage}
    >
      {(ownSubscription) =>
        ownSubscription ? (
          <JoinedPlan ownSubscription={ownSubscription} />
        ) : (
          <NoPlan>You don't have a plan yet.</NoPlan>
        )
      }
    </Loaded>
  );
}

function JoinedPlan({ ownSubscription }: { ownSubscription: Subscription }) {
  const money = useMoney();
  const { payment, services } = ownSubscription;
  return (
    <>
      <PageHeading
        title={`You're on the ${ownSubscription.planName} plan`}
        subtitle={`${money(ownSubscription.price)} ${perInterval[ownSubscription.interval]}`}
      />
      <div className="grid max-w-2xl gap-5">
        <Callout tone="done" title="You're in.">
          {ownSubscription.active
            ? 'Your plan is now active, including when the office books for you.'
            : unpaidPlanText(ownSubscription, 'Your')}
        </Callout>
        <Panel title="What happens next">
          <ol className="grid gap-4">
            <Step Icon={CreditCard} title={paymentTitle(payment.status)}>
              {payment.status === 'pending'
                ? `${money(payment.amount)} is due now. You'll find it under Payments, and you can pay at your next visit or at the office.`
                : `${money(payment.amount)} for this billing interval. You'll find it under Payments.`}
            </Step>
            <Step Icon={Wrench} title="Book as usual">
              {services.length > 0
                ? 'Included services are free. The booking summary shows this before you confirm.'
                : 'Your discount is applied when you book. The booking summary shows it before you confirm.'}
            </Step>
            <Step
              Icon={CalendarClock}
              title={ownSubscription.renews ? 'Your plan renews automatically' : 'Your plan ends'}
            >
              {ownSubscription.renews
                ? `On ${displayDateWithWeekday(ownSubscription.periodEnd)}, at the same price, until you cancel. You can cancel at any time.`
                : `On ${displayDateWithWeekday(ownSubscription.periodEnd)}. You won't be charged again.`}
            </Step>
          </ol>
        </Panel>
        <div className="flex flex-wrap gap-2">
          <Link to={paths.bookService} className={buttonClass({ variant: 'primary' })}>
            Book a service
          </Link>
          <Link to={paths.subscriptionPlans} className={buttonClass()}>
            See your plan
          </Link>
        </div>
      </div>
    </>
  );
}

function paymentTitle(status: Subscription['payment']['status']): string {
  if (status === 'pending') return 'Your payment is pending';
  if (status === 'completed') return 'Your payment went through';
  return status === 'failed' ? 'Your payment failed' : 'Your payment was refunded';
}

function Step({ Icon, title, children }: { Icon: LucideIcon; title: string; children: string }) {
  return (
    <li className="flex gap-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">{children}</p>
      </div>
    </li>
  );
}

function NoPlan({ children }: { children: string }) {
  return (
    <>
      <PageHeading title="Maintenance Plans" />
      <EmptyState
        framed
        icon={<TicketCheck aria-hidden />}
        action={
          <Link to={paths.subscriptionPlans} className={buttonClass({ variant: 'primary' })}>
            View plans
          </Link>
        }
      >
        {children}
      </EmptyState>
    </>
  );
}

/** Renders a placeholder for the heading, callout, three steps and links. */
function JoinedSkeleton() {
  return (
    <>
      <Skeleton className="h-8 w-72 max-w-full sm:h-9" />
      <Skeleton className="mt-2 mb-5 h-5 w-32 sm:mb-6" />
      <div className="grid max-w-2xl gap-5">
        <Skeleton className="h-20" />
        <Panel>
          <Skeleton className="mb-5 h-6 w-44" />
          <div className="grid gap-4">
            {['w-48', 'w-36', 'w-40'].map((width) => (
              <div key={width} className="flex gap-3">
                <Skeleton className="size-5 shrink-0" />
                <div className="grid flex-1 gap-2">
                  <Skeleton className={`h-5 ${width}`} />
                  <Skeleton className="h-5" />
                </div>
              </div>
            ))}
          </div>
        </Panel>
        <div className="flex flex-wrap gap-2">
          <Skeleton className="h-11 w-36" />
          <Skeleton className="h-11 w-32" />
        </div>
      </div>
    </>
  );
}
