import type { FastifyInstance } from 'fastify';
import { addVehicle, changeVehicle, deleteVehicle } from './edit-vehicles.ts';
import { getReadScope } from '../database/read-scope.ts';
import { findVehicle, listVehicles } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { presentVehicle } from './rules.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls about customers' vehicles. */
export function vehicleRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'listVehicles', async ({ viewer, query }) => {
    const rows = await listVehicles(db, getReadScope(viewer), query.customerId);
    return accepted(rows.map(presentVehicle));
  });

  registerCall(app, context, 'getVehicle', ({ viewer, params }) => readBack(viewer, params.id));

  registerCall(app, context, 'createVehicle', async ({ viewer, body, reply }) => {
    const added = await addVehicle(context, viewer, body);
    reply.code(201);
    return added.ok ? readBack(viewer, added.value) : added;
  });

  registerCall(app, context, 'changeVehicle', async ({ viewer, params, body }) => {
    const changed = await changeVehicle(context, viewer, params.id, body);
    return changed.ok ? readBack(viewer, params.id) : changed;
  });

  registerCall(app, context, 'deleteVehicle', async ({ viewer, params }) => {
    const deleted = await deleteVehicle(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readBack(viewer: Actor, id: number) {
    const row = await findVehicle(db, getReadScope(viewer), id);
    return row ? accepted(presentVehicle(row)) : refused('not_found', 'There is no such vehicle.');
  }
}
