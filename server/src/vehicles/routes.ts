import type { VehicleVisit } from '@curbwrench/contract/vehicles/schemas';
import type { FastifyInstance } from 'fastify';
import { addVehicle, changeVehicle, deleteVehicle } from './edit-vehicles.ts';
import { getReadScope } from '../database/read-scope.ts';
import { findVehicle, listKnownMakes, listVehicles, listVisits, type VisitRow } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { presentVehicle } from './rules.ts';
import { ExactReply, noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the vehicle routes: list, read, add, change and remove customers' vehicles. */
export function vehicleRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listVehicles', async ({ viewer, query }) => {
    const rows = await listVehicles(db, getReadScope(viewer), query.customerId);
    return accepted(rows.map(presentVehicle));
  });

  registerEndpoint(app, context, 'listKnownMakes', async () => accepted(await listKnownMakes(db)));

  registerEndpoint(app, context, 'getVehicle', ({ viewer, params }) =>
    readVehicle(viewer, params.id),
  );

  registerEndpoint(
    app,
    context,
    'listVehicleVisits',
    async ({ viewer, params, query, raw, reply }) => {
      const vehicle = await findVehicle(db, getReadScope(viewer), params.id);
      if (!vehicle) return noSuchVehicle;
      const page = await listVisits(db, vehicle.id, query);
      if (!page) return noSuchPage;
      setNextPageLink(raw, reply, page.next);
      return accepted(page.rows.map(presentVisit));
    },
  );

  registerEndpoint(app, context, 'createVehicle', async ({ viewer, body, raw, reply }) => {
    const idempotencyKey = readIdempotencyKey(viewer.id, 'createVehicle', raw, body);
    if (!idempotencyKey.ok) return idempotencyKey;
    const added = await addVehicle(context, viewer, {
      input: body,
      idempotencyKey: idempotencyKey.value,
      createReply: (row) => JSON.stringify(presentVehicle(row)),
    });
    reply.code(201);
    return added.ok ? accepted(new ExactReply(added.value)) : added;
  });

  registerEndpoint(app, context, 'changeVehicle', async ({ viewer, params, body }) => {
    const changed = await changeVehicle(context, viewer, params.id, body);
    return changed.ok ? readVehicle(viewer, params.id) : changed;
  });

  registerEndpoint(app, context, 'deleteVehicle', async ({ viewer, params }) => {
    const deleted = await deleteVehicle(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readVehicle(viewer: Actor, id: number) {
    const row = await findVehicle(db, getReadScope(viewer), id);
    return row ? accepted(presentVehicle(row)) : noSuchVehicle;
  }
}

const noSuchVehicle = refused('not_found', 'Vehicle not found.');

function presentVisit(row: VisitRow): VehicleVisit {
  return {
    appointmentId: row.id,
    date: row.date,
    startTime: row.start_time.slice(0, 5),
    services: [...row.services],
    mechanic:
      row.mechanic_id === null ? null : { id: row.mechanic_id, name: row.mechanic_name ?? '' },
    mileage: row.mileage,
  };
}
