import type { Service } from '@curbwrench/contract/services/schemas';
import type { FastifyInstance } from 'fastify';
import { changeService, createServices, deleteService } from './edit-services.ts';
import { findService, listServices, type ServiceRow } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the service routes: everyone can list and read services; admins create, change and delete them. */
export function serviceRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listServices', async ({ viewer }) =>
    accepted((await listServices(db)).map((row) => presentService(row, viewer))),
  );

  registerEndpoint(app, context, 'getService', ({ params, viewer }) =>
    readService(params.id, viewer),
  );

  registerEndpoint(app, context, 'createService', async ({ viewer, body, reply }) => {
    const created = await createServices(context, viewer, [body]);
    reply.code(201);
    if (!created.ok) return created;
    const [row] = created.value;
    return row ? accepted(presentService(row, viewer)) : refused('not_found', 'Service not found.');
  });

  registerEndpoint(app, context, 'createServices', async ({ viewer, body, reply }) => {
    const created = await createServices(context, viewer, body.services);
    reply.code(201);
    return created.ok ? accepted(created.value.map((row) => presentService(row, viewer))) : created;
  });

  registerEndpoint(app, context, 'changeService', async ({ viewer, params, body }) => {
    const changed = await changeService(context, viewer, params.id, body);
    return changed.ok ? readService(params.id, viewer) : changed;
  });

  registerEndpoint(app, context, 'deleteService', async ({ viewer, params }) => {
    const deleted = await deleteService(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readService(id: number, viewer: Actor | null) {
    const row = await findService(db, id);
    return row ? accepted(presentService(row, viewer)) : refused('not_found', 'Service not found.');
  }
}

/** Returns a service. Only signed-in people see its labor hours and the required skill. */
function presentService(row: ServiceRow, viewer: Actor | null): Service {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    duration: row.duration,
    laborHours: viewer && row.labor_hours,
    skill: viewer && row.skill,
  };
}
