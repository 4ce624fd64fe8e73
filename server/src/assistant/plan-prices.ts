import { priceOf, type Price } from '@curbwrench/contract/price';
import type { Context } from '../application/transaction.ts';
import type { ServiceRow } from '../services/queries.ts';
import {
  changesPrices,
  subscriptionOf,
  type SubscriptionRow,
} from '../plans/subscription-queries.ts';
import type { Asking } from './asking.ts';

/** The plan a customer has; null for none, and for anybody else. */
export async function ownPlan(asking: Asking): Promise<SubscriptionRow | null> {
  const { reader, context, moment } = asking;
  if (reader.role !== 'customer') return null;
  return subscriptionOf(context.store.kysely, reader.id, moment.local.date);
}

/**
 * What a booking of the service would charge under this plan, by the function that booking itself
 * reckons with; a call-out fee depends on the address and comes on top.
 */
export function priceWith(
  { business }: Context,
  plan: SubscriptionRow | null,
  service: Pick<ServiceRow, 'id' | 'price'>,
): Price {
  const benefit =
    plan && changesPrices(plan, business.plansBeforePayment)
      ? {
          usesLeft: plan.services.find(({ serviceId }) => serviceId === service.id)?.left ?? 0,
          discountPercent: plan.discount_percent,
        }
      : null;
  return priceOf({ servicePrice: service.price, benefit, callOutFee: null });
}
