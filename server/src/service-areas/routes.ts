import type { FastifyInstance } from 'fastify';
import { changeServiceArea, createServiceArea, deleteServiceArea } from './edit-service-areas.ts';
import { findLimitProblem } from './limit-rules.ts';
import { findAreaForPlace, findServiceArea, listServiceAreas } from './queries.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the service area routes: everyone can list and look up areas; admins create, change and delete them. */
export function serviceAreaRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listServiceAreas', async () =>
    accepted([...(await listServiceAreas(db))]),
  );

  registerEndpoint(app, context, 'findServiceArea', async ({ query }) => {
    const { zip = null, lat, lng, precision = 'pin', date = null, startTime = null } = query;
    const position = lat === undefined || lng === undefined ? null : { lat, lng };
    const place = { zip, position, precision };
    const { answer, area } = await findAreaForPlace(db, place, context.business.cityCenter);
    const { local } = getCurrentTime(context);
    const problem = area && findLimitProblem(area, { date, startTime }, local);
    return accepted({
      zip,
      answer,
      area: area && { id: area.id, name: area.name, days: area.days, tripFee: area.tripFee },
      problem: problem?.message ?? null,
    });
  });

  registerEndpoint(app, context, 'createServiceArea', async ({ viewer, body, reply }) => {
    const created = await createServiceArea(context, viewer, body);
    reply.code(201);
    return created.ok ? readArea(created.value) : created;
  });

  registerEndpoint(app, context, 'changeServiceArea', async ({ viewer, params, body }) => {
    const changed = await changeServiceArea(context, viewer, params.id, body);
    return changed.ok ? readArea(params.id) : changed;
  });

  registerEndpoint(app, context, 'deleteServiceArea', async ({ viewer, params }) => {
    const deleted = await deleteServiceArea(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readArea(id: number) {
    const area = await findServiceArea(db, id);
    return area ? accepted(area) : refused('not_found', 'Area not found.');
  }
}
