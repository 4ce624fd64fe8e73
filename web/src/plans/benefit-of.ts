import type { PlanBenefit } from '@curbwrench/contract/price';
import type { Subscription } from '@curbwrench/contract/subscriptions';

/** What a plan does for one service now, as the price is reckoned from it. */
export function benefitOf(plan: Subscription, serviceId: number): PlanBenefit {
  const included = plan.services.find((service) => service.serviceId === serviceId);
  return { usesLeft: included?.left ?? 0, discountPercent: plan.discountPercent };
}
