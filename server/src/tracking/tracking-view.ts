import type { Position } from '@curbwrench/contract/people/schemas';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { toInstant, type CurrentTime } from '../application/rules/business-time.ts';
import type { TravelTimes } from '../application/travel-times-port.ts';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import { presentAssignedMechanic } from '../appointments/routes/appointment-view.ts';
import type { RouteContext } from '../http/route-context.ts';
import { estimateArrival, isFresh, isOnTheWay, type EstimatedArrival } from './arrival-rules.ts';
import { readTracking } from './queries.ts';
import { getVisiblePosition, listSteps, type ReportedPosition } from './rules.ts';

/**
 * Returns the mechanic's progress toward an appointment that the viewer may see. A customer sees only positions that were
 * reported after the mechanic departed.
 */
export async function presentTracking(
  { store, travelTimes }: Pick<RouteContext, 'store' | 'travelTimes'>,
  row: AppointmentRow,
  isCustomer: boolean,
  currentTime: CurrentTime,
): Promise<Tracking> {
  const tracking = await readTracking(store.kysely, row.id, row.mechanic_id);
  const { eventTimes, promisedArrival } = tracking;
  const facts = { status: row.status, mechanicId: row.mechanic_id, eventTimes };
  const position = getVisiblePosition(facts, tracking.position, isCustomer);
  const destination =
    row.latitude === null || row.longitude === null
      ? null
      : { lat: row.latitude, lng: row.longitude };
  const scheduledStart = toInstant(row.date, row.start_time, currentTime.timeZone);
  const arrivalFromPosition =
    destination && position && isOnTheWay(facts) && isFresh(position, currentTime.now)
      ? await estimateArrivalFromPosition(travelTimes, position, destination)
      : null;
  const arrivalFacts = { ...facts, scheduledStart, promisedArrival, arrivalFromPosition };
  return {
    appointmentId: row.id,
    status: row.status,
    date: row.date,
    startTime: row.start_time.slice(0, 5),
    endTime: row.end_time.slice(0, 5),
    mechanic: presentAssignedMechanic(row),
    steps: listSteps(facts),
    position: position && { lat: position.lat, lng: position.lng, at: position.at.toISOString() },
    destination,
    arrival: destination && estimateArrival(arrivalFacts, currentTime.now),
  };
}

/** Returns when a mechanic at this position is expected to arrive, or null if there is no route to the destination. */
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
