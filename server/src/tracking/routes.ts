import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { toInstant } from '../application/rules/business-time.ts';
import { getCurrentMoment } from '../application/transaction.ts';
import type { TravelTimes } from '../application/travel-times-port.ts';
import { findAppointment } from '../appointments/queries/appointments.ts';
import { getReadScope } from '../database/read-scope.ts';
import { readTracking } from './queries.ts';
import { estimateArrival, isFresh, isOnTheWay, type EstimatedArrival } from './arrival-rules.ts';
import { listSteps, getVisiblePosition, type ReportedPosition } from './rules.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import { presentAssignedMechanic } from '../appointments/routes/appointment-view.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the tracking route, which returns the mechanic's progress toward an appointment. */
export function trackingRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'trackAppointment', async ({ viewer, params }) => {
    const row = await findAppointment(db, getReadScope(viewer), params.id);
    if (!row) return refused('not_found', 'Appointment not found.');
    const tracking = await readTracking(db, row.id, row.mechanic_id);
    const { eventTimes, promisedArrival } = tracking;
    const facts = { status: row.status, mechanicId: row.mechanic_id, eventTimes };
    const isCustomer = viewer.role === 'customer';
    const position = getVisiblePosition(facts, tracking.position, isCustomer);
    const destination =
      row.latitude === null || row.longitude === null
        ? null
        : { lat: row.latitude, lng: row.longitude };
    const moment = getCurrentMoment(context);
    const scheduledStart = toInstant(row.date, row.start_time, moment.timeZone);
    const fromPosition =
      destination && position && isOnTheWay(facts) && isFresh(position, moment.now)
        ? await estimateArrivalFromPosition(context.travelTimes, position, destination)
        : null;
    const arrivalFacts = { ...facts, scheduledStart, promisedArrival, fromPosition };
    return accepted({
      appointmentId: row.id,
      status: row.status,
      date: row.date,
      startTime: row.start_time.slice(0, 5),
      endTime: row.end_time.slice(0, 5),
      mechanic: presentAssignedMechanic(row),
      steps: listSteps(facts),
      position: position && { lat: position.lat, lng: position.lng, at: position.at.toISOString() },
      destination,
      arrival: destination && estimateArrival(arrivalFacts, moment.now),
    });
  });
}

/** Returns when a mechanic is expected to arrive from this position, or null if there is no road. */
async function estimateArrivalFromPosition(
  travelTimes: TravelTimes,
  position: ReportedPosition,
  destination: Position,
): Promise<EstimatedArrival | null> {
  const [time] = await travelTimes.from(position, [destination]);
  if (!time) return null;
  return {
    at: new Date(position.at.getTime() + time.minutes * 60_000),
    source: time.source,
  };
}
