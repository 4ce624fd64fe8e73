import { applyPlan, type ServicePrice } from '@curbwrench/contract/payments/price';
import type { Context } from '../application/transaction.ts';
import type { ServiceRow } from '../services/queries.ts';
import {
  appliesToPrices,
  findCurrentSubscription,
  type SubscriptionRow,
} from '../plans/subscription-queries.ts';
import type { AskerContext } from './topic.ts';

/** Returns the asker's own subscription, or null if they have none or are not a customer. */
export async function findOwnSubscription(asker: AskerContext): Promise<SubscriptionRow | null> {
  const { viewer, context, currentTime } = asker;
  if (viewer.role !== 'customer') return null;
  return findCurrentSubscription(context.store.kysely, viewer.id, currentTime.local.date);
}

/**
 * Returns what a booking of the service would cost with this plan, computed by the function that prices bookings. Does
 * not include a trip fee, since that depends on the address.
 */
export function calculatePriceWithPlan(
  { business }: Context,
  plan: SubscriptionRow | null,
  service: Pick<ServiceRow, 'id' | 'price'>,
): ServicePrice {
  const benefit =
    plan && appliesToPrices(plan, business.plansStartBeforePayment)
      ? {
          usesLeft: plan.services.find(({ serviceId }) => serviceId === service.id)?.left ?? 0,
          discountPercent: plan.discount_percent,
        }
      : null;
  return applyPlan(service.price, benefit);
}
