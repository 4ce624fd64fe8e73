import { priceOf, type Price } from '@curbwrench/contract/payments/price';
import type { Context } from '../application/transaction.ts';
import type { ServiceRow } from '../services/queries.ts';
import {
  appliesToPrices,
  findCurrentSubscription,
  type SubscriptionRow,
} from '../plans/subscription-queries.ts';
import type { Asking } from './asking.ts';

/** Returns the plan a customer has; null for none, and for any other role. */
export async function ownPlan(asking: Asking): Promise<SubscriptionRow | null> {
  const { viewer, context, moment } = asking;
  if (viewer.role !== 'customer') return null;
  return findCurrentSubscription(context.store.kysely, viewer.id, moment.local.date);
}

/**
 * Returns what a booking of the service would charge under this plan, using the same function as a
 * booking; a call-out fee depends on the address and is added.
 */
export function priceWith(
  { business }: Context,
  plan: SubscriptionRow | null,
  service: Pick<ServiceRow, 'id' | 'price'>,
): Price {
  const benefit =
    plan && appliesToPrices(plan, business.plansBeforePayment)
      ? {
          usesLeft: plan.services.find(({ serviceId }) => serviceId === service.id)?.left ?? 0,
          discountPercent: plan.discount_percent,
        }
      : null;
  return priceOf({ servicePrice: service.price, benefit, callOutFee: null });
}
