import type { Plan } from '@curbwrench/contract/plans';
import type { Subscription } from '@curbwrench/contract/subscriptions';
import { Archive, Pencil, Plus, TicketCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { MyPlan } from '../features/plans/my-plan.tsx';
import { PlanCard } from '../features/plans/plan-card.tsx';
import { usePlans, useSubscription } from '../features/plans/queries.ts';
import { useServices } from '../features/services/queries.ts';
import { useSignedInUser } from '../features/session/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeepFocus } from '../ui/keep-focus.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const JoinPlanDialog = lazyComponent(
  async () => (await import('./plans/join-plan-dialog.tsx')).JoinPlanDialog,
);
const PlanDialog = lazyComponent(async () => (await import('./plans/plan-dialog.tsx')).PlanDialog);
const ArchivePlanDialog = lazyComponent(
  async () => (await import('./plans/archive-plan-dialog.tsx')).ArchivePlanDialog,
);

/** Maintenance plans (issue 4, point 3): customers join and leave, admins define, staff look. */
export function SubscriptionPlansPage() {
  const { role } = useSignedInUser();
  const plans = usePlans();
  const isCustomer = role === 'customer';
  const isAdmin = role === 'admin';
  const subscription = useSubscription({ enabled: isCustomer });
  const mine = isCustomer ? subscription.data : null;
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const addPlan = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setEdited('new')}
    >
      Add Plan
    </Button>
  );

  return (
    <>
      <PageHeading
        title="Maintenance Plans"
        subtitle="Regular care for your vehicle, at a price you know."
        action={isAdmin && addPlan}
      />
      {isCustomer && (
        <Loaded
          query={subscription}
          skeleton={null}
          failure="We couldn't load your plan."
          causeOf={sentenceOf}
        >
          {(present) =>
            present && (
              <div className="mb-6">
                <MyPlan subscription={present} />
              </div>
            )
          }
        </Loaded>
      )}
      <Loaded
        query={plans}
        skeleton={<PlansSkeleton />}
        failure="We couldn't load the plans."
        causeOf={sentenceOf}
      >
        {(list) => (
          <KeepFocus>
            {list.length === 0 ? (
              <EmptyState framed icon={<TicketCheck aria-hidden />}>
                {isAdmin
                  ? 'There are no plans yet. Add one, and customers can join it.'
                  : 'There are no plans on offer at the moment.'}
              </EmptyState>
            ) : (
              <section aria-labelledby="plans">
                <h2 id="plans" className={mine ? 'text-lg' : 'sr-only'}>
                  {mine ? 'Other plans' : 'Plans on offer'}
                </h2>
                {mine && <p className="mb-4 text-ink-soft">{whyNotJoined(mine)}</p>}
                <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                  {list
                    .filter(({ id }) => id !== mine?.planId)
                    .map((plan) => (
                      <PlanCard key={plan.id} plan={plan} mark={isAdmin && <Members plan={plan} />}>
                        {isCustomer && <JoinButton plan={plan} mine={mine} />}
                        {isAdmin && !plan.archived && (
                          <AdminButtons plan={plan} onEdit={() => setEdited(plan)} />
                        )}
                      </PlanCard>
                    ))}
                </div>
              </section>
            )}
          </KeepFocus>
        )}
      </Loaded>
      {edited !== null && (
        <Editing plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

/** The form needs the services to choose from; they are there long before it is filled in. */
function Editing({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const services = useServices();
  return (
    <Suspense fallback={null}>
      {services.data && <PlanDialog plan={plan} services={services.data} onClose={onClose} />}
    </Suspense>
  );
}

interface JoinButtonProps {
  plan: Plan;
  /** Null: they have none; undefined: it isn't known yet. */
  mine: Subscription | null | undefined;
}

function JoinButton({ plan, mine }: JoinButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        block
        disabled={mine === undefined}
        disabledReason={mine && whyNotJoined(mine)}
        onClick={() => setOpen(true)}
      >
        Join {plan.name}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <JoinPlanDialog plan={plan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function whyNotJoined({ planName, renews }: Subscription): string {
  return renews
    ? `To join another, leave ${planName} first.`
    : `You can join another when ${planName} is over.`;
}

function AdminButtons({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const [isArchiving, setArchiving] = useState(false);
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
        onClick={() => setArchiving(true)}
      >
        Archive
      </Button>
      {isArchiving && (
        <Suspense fallback={null}>
          <ArchivePlanDialog plan={plan} onClose={() => setArchiving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** For admins: how many have it, and whether it is still offered. */
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
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  );
}
