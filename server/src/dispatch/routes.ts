import { minutesOf } from '@curbwrench/contract/fields/calendar';
import type { FastifyInstance } from 'fastify';
import { momentOf } from '../application/transaction.ts';
import { stateOf } from '../appointments/queries/appointment-rows.ts';
import { findAppointment } from '../appointments/queries/appointments.ts';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { listMechanics, type MechanicRow } from '../mechanics/queries.ts';
import { scopeOf } from '../database/read-scope.ts';
import { findService } from '../services/queries.ts';
import { decide } from '../appointments/rules/appointment.ts';
import type { Moment } from '../application/rules/business-time.ts';
import { rankCandidates } from '../scheduling/rules/assignment.ts';
import { bookingMoment, slotsOf } from '../scheduling/rules/availability.ts';
import { listNewTimes } from '../scheduling/rules/rescheduling.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { answerCall } from '../http/call.ts';
import { presentMechanicSummary } from '../mechanics/mechanic-view.ts';
import type { RouteContext } from '../http/route-context.ts';

/**
 * Registers the calls that show what is free: a day's time slots, and the times and mechanics for an
 * appointment.
 */
export function dispatchRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;
  const mustEndWithinHours = context.business.jobsEndWithinHours;

  answerCall(app, context, 'listSlots', async ({ viewer, query }) => {
    const { local } = momentOf(context);
    const { plan, service } = await loadDayPlan(
      db,
      query.date,
      query.serviceId,
      mustEndWithinHours,
    );
    if (!service) return refused('not_found', 'There is no such service.');
    return accepted(slotsOf(plan, service, bookingMoment(local, viewer, context.business)));
  });

  answerCall(app, context, 'listNewTimes', async ({ viewer, params, query }) => {
    const row = await findAppointment(db, scopeOf(viewer), params.id);
    if (!row) return refused('not_found', 'There is no such appointment.');
    const moment = momentOf(context);
    const decision = decide('reschedule', stateOf(row), viewer, moment);
    if (!decision.ok) return decision;
    const [{ plan }, service] = await Promise.all([
      loadDayPlan(db, query.date, null, mustEndWithinHours),
      findService(db, row.service_id),
    ]);
    const movable = {
      id: row.id,
      duration: minutesOf(row.end_time) - minutesOf(row.start_time),
      skill: service?.skill ?? null,
      mechanicId: row.mechanic_id,
    };
    return accepted(
      listNewTimes(plan, movable, bookingMoment(moment.local, viewer, context.business)),
    );
  });

  answerCall(app, context, 'listCandidates', async ({ params }) => {
    const appointment = await findAppointment(db, { kind: 'all' }, params.id);
    if (!appointment) return refused('not_found', 'There is no such appointment.');
    const moment = momentOf(context);
    const [{ plan }, service, mechanics] = await Promise.all([
      loadDayPlan(db, appointment.date, null, mustEndWithinHours),
      findService(db, appointment.service_id),
      listMechanics(db, moment),
    ]);
    const job = {
      interval: {
        from: minutesOf(appointment.start_time),
        to: minutesOf(appointment.end_time),
      },
      skill: service?.skill ?? null,
      appointmentId: appointment.id,
    };
    const byId = new Map(mechanics.map((mechanic) => [mechanic.id, mechanic]));
    return accepted(
      rankCandidates(plan, job, toRankingInput(appointment.date, mechanics, moment)).flatMap(
        ({ id, free, reasons }) => {
          const mechanic = byId.get(id);
          if (!mechanic) return [];
          return [
            { mechanic: presentMechanicSummary(mechanic), status: mechanic.status, free, reasons },
          ];
        },
      ),
    );
  });
}

/**
 * Returns mechanics as `rankCandidates` expects them. For a later day all count as available, because their
 * present status says nothing about that day.
 */
function toRankingInput(
  date: string,
  mechanics: readonly MechanicRow[],
  { local }: Moment,
): readonly Pick<MechanicRow, 'id' | 'status'>[] {
  if (date <= local.date) return mechanics;
  return mechanics.map(({ id }) => ({ id, status: 'available' as const }));
}
