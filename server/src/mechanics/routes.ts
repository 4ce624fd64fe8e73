import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { changeMechanicStatus } from './change-status.ts';
import { setSickToday } from './report-sick.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { createPositionReporter } from './report-position.ts';
import { findMechanic, listMechanics, type MechanicScope } from './queries.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { registerEndpoint, type EndpointRequest } from '../http/endpoint.ts';
import { presentMechanic, presentMechanicSummary } from './mechanic-view.ts';
import type { RouteContext } from '../http/route-context.ts';

/**
 * Registers the mechanic routes: list and read mechanics, change one's own status and position, and report who is sick.
 */
export function mechanicRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;
  const reportPosition = createPositionReporter(context);

  registerEndpoint(app, context, 'listMechanics', async () => {
    const rows = await listMechanics(db, getCurrentTime(context));
    return accepted(rows.map(presentMechanic));
  });

  registerEndpoint(app, context, 'getMechanic', async (request) => {
    const scope = toMechanicScope(request);
    const row = await findMechanic(db, scope, request.params.id, getCurrentTime(context));
    if (!row) return noSuchMechanic;
    return accepted(
      scope.kind === 'of_own_appointment' ? presentMechanicSummary(row) : presentMechanic(row),
    );
  });

  registerEndpoint(app, context, 'changeMechanicStatus', async ({ viewer, body }) => {
    const { status, location } = body;
    if (status !== undefined || location === null) {
      const result = await changeMechanicStatus(context, viewer, {
        ...(status !== undefined && { status }),
        ...(location === null && { location }),
      });
      if (!result.ok) return result;
    }
    if (location) {
      const result = await reportPosition(viewer, location);
      return result.ok ? accepted(presentMechanic(result.value)) : result;
    }
    const self: MechanicScope = { kind: 'self', id: viewer.id };
    const row = await findMechanic(db, self, viewer.id, getCurrentTime(context));
    return row ? accepted(presentMechanic(row)) : noSuchMechanic;
  });

  registerEndpoint(app, context, 'reportSick', (request) => changeSickToday(request, true));
  registerEndpoint(app, context, 'withdrawSickReport', (request) =>
    changeSickToday(request, false),
  );

  async function changeSickToday(
    { viewer, scope, params }: EndpointRequest<'reportSick' | 'withdrawSickReport'>,
    isSick: boolean,
  ): Promise<Result<Mechanic>> {
    if (scope === 'self' && params.id !== viewer.id) return noSuchMechanic;
    const result = await setSickToday(context, viewer, params.id, isSick);
    if (!result.ok) return result;
    const row = await findMechanic(db, { kind: 'all' }, params.id, getCurrentTime(context));
    return row ? accepted(presentMechanic(row)) : noSuchMechanic;
  }
}

const noSuchMechanic = refused('not_found', 'Mechanic not found.');

function toMechanicScope({ scope, viewer }: EndpointRequest<'getMechanic'>): MechanicScope {
  if (scope === 'all') return { kind: 'all' };
  return scope === 'self'
    ? { kind: 'self', id: viewer.id }
    : { kind: 'of_own_appointment', customerId: viewer.id };
}
