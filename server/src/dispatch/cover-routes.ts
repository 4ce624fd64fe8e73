import type { FastifyInstance } from 'fastify';
import { getCurrentMoment } from '../application/transaction.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { coverJobs } from '../appointments/commands/cover-jobs.ts';
import { pageAppointments } from '../appointments/queries/appointments.ts';
import { loadCoverRequest } from '../appointments/queries/stranded-jobs.ts';
import { listMechanics } from '../mechanics/queries.ts';
import { proposeCover } from '../scheduling/rules/cover.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { presentCover } from './cover-view.ts';

/** More confirmed jobs than fit into a mechanic's day, since jobs do not overlap. */
const dayLimit = 100;

/** Registers the cover routes: propose and confirm who takes over today's jobs from a mechanic who is off. */
export function coverRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'getCover', async ({ viewer, params: { id } }) => {
    const moment = getCurrentMoment(context);
    const { date } = moment.local;
    const filter = { mechanicId: id, date, status: ['confirmed' as const], limit: dayLimit };
    const [mechanics, { plan, request }, page] = await Promise.all([
      listMechanics(db, moment),
      loadCoverRequest(db, id, moment),
      pageAppointments(db, { kind: 'all' }, filter, date),
    ]);
    if (!mechanics.some((mechanic) => mechanic.id === id)) {
      return refused('not_found', 'Mechanic not found.');
    }
    const proposals = proposeCover(plan, request);
    return accepted(presentCover(proposals, page?.rows ?? [], mechanics, viewer, moment));
  });

  registerCall(app, context, 'coverJobs', ({ viewer, params, body }) =>
    coverJobs(context, viewer, params.id, body.jobs),
  );
}
