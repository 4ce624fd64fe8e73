import type { PlanBenefit } from '@curbwrench/contract/price';
import type { Subscription } from '@curbwrench/contract/subscriptions';
import { useSubscription } from './queries.ts';

/**
 * The plan that counts for whom a service is booked: a customer's own, or for dispatch that of the
 * customer they named. Null without one, for a visitor, and while it is asked for.
 */
export function usePlanOf(
  booker: 'customer' | 'dispatch' | 'visitor',
  customerId: string | undefined,
): { plan: Subscription | null; isAsking: boolean } {
  const isOwnerKnown = booker === 'customer' || (booker === 'dispatch' && customerId !== undefined);
  const { data, isLoading } = useSubscription({ customerId, enabled: isOwnerKnown });
  return { plan: isOwnerKnown && data?.active ? data : null, isAsking: isLoading };
}

/** What a plan does for one service now, as the price is reckoned from it. */
export function benefitOf(plan: Subscription, serviceId: number): PlanBenefit {
  const included = plan.services.find((service) => service.serviceId === serviceId);
  return { usesLeft: included?.left ?? 0, discountPercent: plan.discountPercent };
}
