import type { PlanBenefit } from '@curbwrench/contract/payments/price';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';

/** Returns a plan's current benefit for one service, from which the price is calculated. */
export function getPlanBenefit(plan: Subscription, serviceId: number): PlanBenefit {
  const includedService = plan.services.find((service) => service.serviceId === serviceId);
  return { usesLeft: includedService?.left ?? 0, discountPercent: plan.discountPercent };
}
