import type { FastifyInstance } from 'fastify';
import { findAppointment } from '../appointments/queries/appointments.ts';
import { getReadScope } from '../database/read-scope.ts';
import { readTracking } from './queries.ts';
import { listSteps, getVisiblePosition } from './rules.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import { presentAssignedMechanic } from '../appointments/routes/appointment-view.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the call that reads the mechanic's progress toward an appointment. */
export function trackingRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'trackAppointment', async ({ viewer, params }) => {
    const row = await findAppointment(db, getReadScope(viewer), params.id);
    if (!row) return refused('not_found', 'There is no such appointment.');
    const { eventTimes, position } = await readTracking(db, row.id, row.mechanic_id);
    const facts = { status: row.status, mechanicId: row.mechanic_id, eventTimes };
    const visible = getVisiblePosition(facts, position, viewer.role === 'customer');
    return accepted({
      appointmentId: row.id,
      status: row.status,
      date: row.date,
      startTime: row.start_time.slice(0, 5),
      endTime: row.end_time.slice(0, 5),
      mechanic: presentAssignedMechanic(row),
      steps: listSteps(facts),
      position: visible && { lat: visible.lat, lng: visible.lng, at: visible.at.toISOString() },
      destination:
        row.latitude === null || row.longitude === null
          ? null
          : { lat: row.latitude, lng: row.longitude },
    });
  });
}
