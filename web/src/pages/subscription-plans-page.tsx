import type { Plan } from '@curbwrench/contract/plans/schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { Link } from '@tanstack/react-router';
import { Archive, Pencil, Plus, TicketCheck } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { signInUrl, paths } from '../paths.ts';
import { MyPlan } from '../plans/my-plan.tsx';
import { PlanCard } from '../plans/plan-card.tsx';
import { plansQuery, subscriptionQuery, usePlans, useSubscription } from '../plans/queries.ts';
import { useViewer } from '../session/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';

const JoinPlanDialog = lazyComponent(
  async () => (await import('../plans/join-plan-dialog.tsx')).JoinPlanDialog,
);
const PlanDialog = lazyComponent(async () => (await import('../plans/plan-dialog.tsx')).PlanDialog);
const ArchivePlanDialog = lazyComponent(
  async () => (await import('../plans/archive-plan-dialog.tsx')).ArchivePlanDialog,
);

export const loader: PageLoader = ({ read, user }) => {
  read(plansQuery);
  if (user?.role === 'customer') read(subscriptionQuery());
};

/**
 * Shows the maintenance plans. Customers join and cancel them, visitors can log in to join, and admins define them;
 * others only view them.
 */
export function SubscriptionPlansPage() {
  const role = useViewer()?.role;
  const plans = usePlans();
  const isCustomer = role === 'customer';
  const isAdmin = role === 'admin';
  const subscription = useSubscription({ enabled: isCustomer });
  const ownSubscription = isCustomer ? subscription.data : null;
  // The customer's own plan is shown above the others, so it has to load before them.
  const isLoadingSubscription = isCustomer && subscription.isPending;
  const [editedPlan, setEditedPlan] = useState<Plan | 'new' | null>(null);
  const stopEditing = () => setEditedPlan(null);
  const addPlan = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setEditedPlan('new')}
    >
      Add plan
    </Button>
  );

  return (
    <>
      <PageHeading
        title="Maintenance Plans"
        subtitle="Regular care for your vehicle, at a set price."
        action={isAdmin && addPlan}
      />
      {isCustomer && !isLoadingSubscription && (
        <Loaded
          query={subscription}
          skeleton={null}
          failure="We couldn't load your plan."
          getCause={getErrorMessage}
        >
          {(current) =>
            current && (
              <div className="mb-6">
                <MyPlan subscription={current} />
              </div>
            )
          }
        </Loaded>
      )}
      <Loaded
        query={plans}
        skeleton={<PlansSkeleton />}
        failure="We couldn't load the plans."
        getCause={getErrorMessage}
      >
        {(list) => (
          <RestoreFocus>
            {isLoadingSubscription ? (
              <LoadingRegion>
                <PlansSkeleton />
              </LoadingRegion>
            ) : list.length === 0 ? (
              <EmptyState framed icon={<TicketCheck aria-hidden />}>
                {isAdmin
                  ? 'There are no plans yet. Add one, and customers can join it.'
                  : 'No plans are available right now.'}
              </EmptyState>
            ) : (
              <section aria-labelledby="plans">
                <h2 id="plans" className={ownSubscription ? 'text-lg' : 'sr-only'}>
                  {ownSubscription ? 'Other plans' : 'Available plans'}
                </h2>
                {ownSubscription && (
                  <p className="mb-4 text-ink-soft">{joinProblem(ownSubscription)}</p>
                )}
                <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                  {list
                    .filter(({ id }) => id !== ownSubscription?.planId)
                    .map((plan) => (
                      <PlanCard
                        key={plan.id}
                        plan={plan}
                        status={isAdmin && <Members plan={plan} />}
                      >
                        {role === undefined && <LogInToJoin plan={plan} />}
                        {isCustomer && <JoinButton plan={plan} ownSubscription={ownSubscription} />}
                        {isAdmin && !plan.archived && (
                          <AdminButtons plan={plan} onEdit={() => setEditedPlan(plan)} />
                        )}
                      </PlanCard>
                    ))}
                </div>
              </section>
            )}
          </RestoreFocus>
        )}
      </Loaded>
      {editedPlan !== null && (
        <LazyDialog onClose={stopEditing}>
          <PlanDialog plan={editedPlan === 'new' ? null : editedPlan} onClose={stopEditing} />
        </LazyDialog>
      )}
    </>
  );
}

/** Links a visitor to the login page, from which they return to the plans, and to the sign-up page. */
function LogInToJoin({ plan }: { plan: Plan }) {
  return (
    <div className="grid w-full gap-2">
      <a
        href={signInUrl(paths.subscriptionPlans)}
        aria-label={`Log in to join ${plan.name}`}
        className={buttonClass({ block: true })}
      >
        Log in to join
      </a>
      <p className="text-center text-sm text-ink-soft">
        New here?{' '}
        <Link
          to={paths.signUp}
          search={{ to: paths.subscriptionPlans }}
          aria-label={`Sign up to join ${plan.name}`}
          className="link reach"
        >
          Sign up
        </Link>
      </p>
    </div>
  );
}

interface JoinButtonProps {
  plan: Plan;
  /** Null if the customer has no subscription, undefined while it loads. */
  ownSubscription: Subscription | null | undefined;
}

function JoinButton({ plan, ownSubscription }: JoinButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        block
        disabled={ownSubscription === undefined}
        disabledReason={ownSubscription && joinProblem(ownSubscription)}
        onClick={() => setIsOpen(true)}
      >
        Join {plan.name}
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <JoinPlanDialog plan={plan} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}

function joinProblem({ planName, renews }: Subscription): string {
  return renews
    ? `To join another plan, cancel ${planName} first.`
    : `You can join another plan when ${planName} ends.`;
}

function AdminButtons({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const [isArchiving, setIsArchiving] = useState(false);
  const close = () => setIsArchiving(false);
  return (
    <>
      <Button
        icon={<Pencil className="size-4" aria-hidden />}
        aria-label={`Edit ${plan.name}`}
        onClick={onEdit}
      >
        Edit
      </Button>
      <Button
        variant="ghost"
        icon={<Archive className="size-4" aria-hidden />}
        aria-label={`Archive ${plan.name}`}
        onClick={() => setIsArchiving(true)}
      >
        Archive
      </Button>
      {isArchiving && (
        <LazyDialog onClose={close}>
          <ArchivePlanDialog plan={plan} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}

/** Shows admins how many members a plan has, and whether it is still offered. */
function Members({ plan }: { plan: Plan }) {
  const count = plan.members ?? 0;
  const text = `${count} ${count === 1 ? 'member' : 'members'}`;
  return plan.archived ? (
    <Badge tone="muted" icon={<Archive aria-hidden />}>
      Archived, {text}
    </Badge>
  ) : (
    <span className="figures shrink-0 text-sm leading-7 text-ink-soft">{text}</span>
  );
}

function PlansSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="rounded-lg border border-line bg-sheet p-4 sm:p-5">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="mt-2 h-9 w-40" />
          <Skeleton className="mt-2 h-5 w-full" />
          <div className="mt-4 mb-5 grid gap-3 border-t border-line pt-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
          </div>
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  );
}
