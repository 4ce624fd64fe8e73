import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import type { FastifyInstance } from 'fastify';
import { changeServiceArea, createServiceArea, deleteServiceArea } from './edit-service-areas.ts';
import {
  findServiceArea,
  listServiceAreas,
  findAreaForZip,
  type ServiceAreaRow,
} from './queries.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls about service areas: everyone may read them, admins may edit them. */
export function serviceAreaRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'listServiceAreas', async () =>
    accepted((await listServiceAreas(db)).map(presentArea)),
  );

  registerCall(app, context, 'findServiceArea', async ({ query: { zip } }) => {
    const { answer, area } = await findAreaForZip(db, zip);
    return accepted({
      zip,
      answer,
      area: area && {
        id: area.id,
        name: area.name,
        days: area.days,
        callOutFee: area.call_out_fee,
      },
    });
  });

  registerCall(app, context, 'createServiceArea', async ({ viewer, body, reply }) => {
    const created = await createServiceArea(context, viewer, body);
    reply.code(201);
    return created.ok ? readBack(created.value) : created;
  });

  registerCall(app, context, 'changeServiceArea', async ({ viewer, params, body }) => {
    const changed = await changeServiceArea(context, viewer, params.id, body);
    return changed.ok ? readBack(params.id) : changed;
  });

  registerCall(app, context, 'deleteServiceArea', async ({ viewer, params }) => {
    const deleted = await deleteServiceArea(context, viewer, params.id);
    return deleted.ok ? accepted(null) : deleted;
  });

  async function readBack(id: number) {
    const row = await findServiceArea(db, id);
    return row ? accepted(presentArea(row)) : refused('not_found', 'There is no such area.');
  }
}

function presentArea(row: ServiceAreaRow): ServiceArea {
  return {
    id: row.id,
    name: row.name,
    zips: row.zips,
    circle: row.circle,
    days: row.days,
    callOutFee: row.call_out_fee,
  };
}
