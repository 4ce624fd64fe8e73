import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { paths } from '../paths.ts';
import { PlanCard } from '../plans/plan-card.tsx';
import { LandingSection, SeeAll } from './landing-section.tsx';

/** Shows some maintenance plans; nothing if there are none. */
export function PlansSection({ plans, planCount }: Pick<LandingPage, 'plans' | 'planCount'>) {
  if (plans.length === 0) return null;
  return (
    <LandingSection
      id="plans"
      title="Maintenance plans"
      intro="Regular care for your vehicle, at a set price."
    >
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <SeeAll href={paths.subscriptionPlans}>
        {planCount > plans.length ? `See all ${planCount} plans` : 'View plans and join'}
      </SeeAll>
    </LandingSection>
  );
}
