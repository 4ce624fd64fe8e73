import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import type { FastifyInstance } from 'fastify';
import { changeSubscription, joinPlan } from './change-subscription.ts';
import { getCurrentTime } from '../application/transaction.ts';
import {
  appliesToPrices,
  findCurrentSubscription,
  type SubscriptionRow,
} from './subscription-queries.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the subscription routes: read, join and change. The office must specify a customer. */
export function subscriptionRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;
  const present = (row: SubscriptionRow) =>
    presentSubscription(row, context.business.plansStartBeforePayment);

  registerEndpoint(app, context, 'listSubscriptions', async ({ viewer, scope, query }) => {
    const customerId = scope === 'own' ? viewer.id : query.customerId;
    if (customerId === undefined) {
      const message = 'Please select a customer';
      return refused('invalid_request', message, { customerId: message });
    }
    const row = await findForCustomer(customerId);
    return accepted(row ? [present(row)] : []);
  });

  registerEndpoint(app, context, 'joinPlan', async ({ viewer, body, reply }) => {
    const joined = await joinPlan(context, viewer, body);
    reply.code(201);
    return joined.ok ? readSubscription(viewer.id) : joined;
  });

  registerEndpoint(app, context, 'changeSubscription', async ({ viewer, params, body }) => {
    const changed = await changeSubscription(context, viewer, params.id, body.renews);
    return changed.ok ? accepted(null) : changed;
  });

  function findForCustomer(customerId: string) {
    return findCurrentSubscription(db, customerId, getCurrentTime(context).local.date);
  }

  async function readSubscription(customerId: string) {
    const row = await findForCustomer(customerId);
    return row ? accepted(present(row)) : refused('not_found', "You don't have that plan.");
  }
}

function presentSubscription(row: SubscriptionRow, plansStartBeforePayment: boolean): Subscription {
  return {
    id: row.id,
    customerId: row.customer_id,
    planId: row.plan_id,
    planName: row.plan_name,
    price: row.price,
    interval: row.billing_interval,
    discountPercent: row.discount_percent,
    services: row.services,
    periodStart: row.period_starts,
    periodEnd: row.period_ends,
    renews: row.renews,
    payment: { id: row.payment_id, amount: row.payment_amount, status: row.payment_status },
    active: appliesToPrices(row, plansStartBeforePayment),
  };
}
