import type { FastifyInstance } from 'fastify';
import { getCurrentTime } from '../application/transaction.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { coverJobs } from '../appointments/commands/cover-jobs.ts';
import { listAppointments } from '../appointments/queries/appointments.ts';
import { loadCoverageRequest } from '../appointments/queries/stranded-jobs.ts';
import { listMechanics } from '../mechanics/queries.ts';
import { proposeCoverage } from '../scheduling/rules/coverage.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { presentCoverage } from './coverage-view.ts';

/** More confirmed jobs than fit into a mechanic's day, since jobs do not overlap. */
const dayLimit = 100;

/** Registers the coverage routes: propose and confirm who takes over today's jobs from a mechanic who is off. */
export function coverageRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getCoverageProposals', async ({ viewer, params: { id } }) => {
    const currentTime = getCurrentTime(context);
    const { date } = currentTime.local;
    const filter = { mechanicId: id, date, status: ['confirmed' as const], limit: dayLimit };
    const [mechanics, { plan, request }, page] = await Promise.all([
      listMechanics(db, currentTime),
      loadCoverageRequest(db, id, currentTime),
      listAppointments(db, { kind: 'all' }, filter, date),
    ]);
    if (!mechanics.some((mechanic) => mechanic.id === id)) {
      return refused('not_found', 'Mechanic not found.');
    }
    const proposals = proposeCoverage(plan, request);
    return accepted(presentCoverage(proposals, page?.rows ?? [], mechanics, viewer, currentTime));
  });

  registerEndpoint(app, context, 'coverJobs', ({ viewer, params, body }) =>
    coverJobs(context, viewer, params.id, body.jobs),
  );
}
