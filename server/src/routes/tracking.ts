import type { FastifyInstance } from 'fastify';
import { findAppointment } from '../db/appointments.ts';
import { scopeOf } from '../db/scopes.ts';
import { readTracking } from '../db/tracking.ts';
import { stepsOf, visiblePosition } from '../domain/journey.ts';
import { accepted, refused } from '../domain/outcome.ts';
import { answerCall } from './call.ts';
import { presentMechanicOf } from './mechanic-view.ts';
import type { RouteContext } from './route-context.ts';

/** How far the mechanic's way to an appointment has come. */
export function trackingRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  answerCall(app, context, 'trackAppointment', async ({ reader, params }) => {
    const row = await findAppointment(db, scopeOf(reader), params.id);
    if (!row) return refused('not_found', 'There is no such appointment.');
    const { happened, position } = await readTracking(db, row.id, row.mechanic_id);
    const facts = { status: row.status, mechanicId: row.mechanic_id, happened };
    const seen = visiblePosition(facts, position, reader.role === 'customer');
    return accepted({
      appointmentId: row.id,
      status: row.status,
      date: row.date,
      startTime: row.start_time.slice(0, 5),
      endTime: row.end_time.slice(0, 5),
      mechanic: presentMechanicOf(row),
      steps: stepsOf(facts),
      position: seen && { lat: seen.lat, lng: seen.lng, at: seen.at.toISOString() },
      destination:
        row.latitude === null || row.longitude === null
          ? null
          : { lat: row.latitude, lng: row.longitude },
    });
  });
}
