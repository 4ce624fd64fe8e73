import type { Plan } from '@curbwrench/contract/plans/schemas';
import type { FastifyInstance } from 'fastify';
import { archivePlan, changePlan, createPlan } from './edit-plans.ts';
import { findPlan, listPlans, type PlanRow } from './plan-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the plan routes: everyone can list plans; admins create, change and archive them. */
export function planRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listPlans', async ({ viewer }) => {
    const rows = await listPlans(db, viewer?.role === 'admin');
    return accepted(rows.map((row) => presentPlan(row, viewer)));
  });

  registerEndpoint(app, context, 'createPlan', async ({ viewer, body, reply }) => {
    const created = await createPlan(context, viewer, body);
    reply.code(201);
    return created.ok ? readPlan(created.value, viewer) : created;
  });

  registerEndpoint(app, context, 'changePlan', async ({ viewer, params, body }) => {
    const changed = await changePlan(context, viewer, params.id, body);
    return changed.ok ? readPlan(params.id, viewer) : changed;
  });

  registerEndpoint(app, context, 'archivePlan', async ({ viewer, params }) => {
    const archived = await archivePlan(context, viewer, params.id);
    return archived.ok ? accepted(null) : archived;
  });

  async function readPlan(id: number, viewer: Actor) {
    const row = await findPlan(db, id);
    return row ? accepted(presentPlan(row, viewer)) : refused('not_found', 'Plan not found.');
  }
}

function presentPlan(row: PlanRow, viewer: Actor | null): Plan {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    interval: row.billing_interval,
    discountPercent: row.discount_percent,
    services: row.services,
    version: row.version,
    archived: row.archived,
    members: viewer?.role === 'admin' ? row.members : null,
  };
}
