import type { Service } from '@curbwrench/contract/services/schemas';
import type { FastifyInstance } from 'fastify';
import { changeService, createServices, deleteService } from './edit-services.ts';
import { findService, listServices, type ServiceRow } from './queries.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the service routes: everyone can list and read services; admins create, change and delete them. */
export function serviceRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'listServices', async () =>
    accepted((await listServices(db)).map(presentService)),
  );

  registerCall(app, context, 'getService', ({ params }) => readService(params.id));

  registerCall(app, context, 'createService', async ({ viewer, body, reply }) => {
    const created = await createServices(context, viewer, [body]);
    reply.code(201);
    if (!created.ok) return created;
    const [row] = created.value;
    return row ? accepted(presentService(row)) : refused('not_found', 'Service not found.');
  });

  registerCall(app, context, 'createServices', async ({ viewer, body, reply }) => {
    const created = await createServices(context, viewer, body.services);
    reply.code(201);
    return created.ok ? accepted(created.value.map(presentService)) : created;
  });

  registerCall(app, context, 'changeService', async ({ viewer, params, body }) => {
    const changed = await changeService(context, viewer, params.id, body);
    return changed.ok ? readService(params.id) : changed;
  });

  registerCall(app, context, 'deleteService', async ({ viewer, params }) => {
    const deleted = await deleteService(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readService(id: number) {
    const row = await findService(db, id);
    return row ? accepted(presentService(row)) : refused('not_found', 'Service not found.');
  }
}

function presentService(row: ServiceRow): Service {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    duration: row.duration,
    laborHours: row.labor_hours,
    skill: row.skill,
  };
}
