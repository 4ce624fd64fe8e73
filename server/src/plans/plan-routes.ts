import type { Plan } from '@curbwrench/contract/plans/schemas';
import type { FastifyInstance } from 'fastify';
import { archivePlan, changePlan, createPlan } from './edit-plans.ts';
import { findPlan, listPlans, type PlanRow } from './plan-queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { answerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls about maintenance plans: read by everyone signed in, edited by admins. */
export function planRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  answerCall(app, context, 'listPlans', async ({ reader }) => {
    const rows = await listPlans(db, reader.role === 'admin');
    return accepted(rows.map((row) => presentPlan(row, reader)));
  });

  answerCall(app, context, 'createPlan', async ({ reader, body, reply }) => {
    const created = await createPlan(context, reader, body);
    reply.code(201);
    return created.ok ? readBack(created.value, reader) : created;
  });

  answerCall(app, context, 'changePlan', async ({ reader, params, body }) => {
    const changed = await changePlan(context, reader, params.id, body);
    return changed.ok ? readBack(params.id, reader) : changed;
  });

  answerCall(app, context, 'archivePlan', async ({ reader, params }) => {
    const archived = await archivePlan(context, reader, params.id);
    return archived.ok ? accepted(null) : archived;
  });

  async function readBack(id: number, reader: Actor) {
    const row = await findPlan(db, id);
    return row
      ? accepted(presentPlan(row, reader))
      : refused('not_found', 'There is no such plan.');
  }
}

function presentPlan(row: PlanRow, reader: Actor): Plan {
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
    members: reader.role === 'admin' ? row.members : null,
  };
}
