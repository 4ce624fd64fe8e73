import type { FastifyInstance } from 'fastify';
import { addVehicle, changeVehicle, deleteVehicle } from './edit-vehicles.ts';
import { scopeOf } from '../database/read-scope.ts';
import { findVehicle, listVehicles } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { vehicleOf } from './rules.ts';
import { answerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls about customers' vehicles. */
export function vehicleRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  answerCall(app, context, 'listVehicles', async ({ reader, query }) => {
    const rows = await listVehicles(db, scopeOf(reader), query.customerId);
    return accepted(rows.map(vehicleOf));
  });

  answerCall(app, context, 'getVehicle', ({ reader, params }) => readBack(reader, params.id));

  answerCall(app, context, 'createVehicle', async ({ reader, body, reply }) => {
    const added = await addVehicle(context, reader, body);
    reply.code(201);
    return added.ok ? readBack(reader, added.value) : added;
  });

  answerCall(app, context, 'changeVehicle', async ({ reader, params, body }) => {
    const changed = await changeVehicle(context, reader, params.id, body);
    return changed.ok ? readBack(reader, params.id) : changed;
  });

  answerCall(app, context, 'deleteVehicle', async ({ reader, params }) => {
    const deleted = await deleteVehicle(context, reader, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readBack(reader: Actor, id: number) {
    const row = await findVehicle(db, scopeOf(reader), id);
    return row ? accepted(vehicleOf(row)) : refused('not_found', 'There is no such vehicle.');
  }
}
