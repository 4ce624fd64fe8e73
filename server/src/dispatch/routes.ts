import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { listServiceIds } from '@curbwrench/contract/scheduling/requested-services';
import type { FastifyInstance } from 'fastify';
import { getCurrentTime } from '../application/transaction.ts';
import { findAppointment } from '../appointments/queries/appointments.ts';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { listMechanics, type MechanicRow } from '../mechanics/queries.ts';
import { getReadScope } from '../database/read-scope.ts';
import { findRequiredSkills } from '../scheduling/queries/required-skills.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { rankCandidates } from '../scheduling/rules/assignment.ts';
import { getBookingContext, listSlots } from '../scheduling/rules/availability.ts';
import { combineServices } from '../scheduling/rules/skills.ts';
import { findAreaForPlace } from '../service-areas/queries.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { presentMechanicSummary } from '../mechanics/mechanic-view.ts';
import type { RouteContext } from '../http/route-context.ts';
import { readRescheduleTimes } from './reschedule-times-view.ts';
import { findNextSlots } from './next-slot-queries.ts';
import { listLocatedJobs } from './queries.ts';
import { describeTravel, findNeighbors, type TravelNotes } from './travel-rules.ts';

/**
 * Registers the dispatch routes: list a day's time slots, the next available times, the times to which an appointment
 * can be rescheduled, and the mechanics who could take it.
 */
export function dispatchRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listSlots', async ({ viewer, query }) => {
    const currentTime = getCurrentTime(context);
    const serviceIds = listServiceIds(query);
    const { plan, services } = await loadDayPlan(db, query.date, serviceIds);
    if (services.length < serviceIds.length) {
      return refused('not_found', 'Service not found.');
    }
    const work = combineServices(services);
    return accepted(listSlots(plan, work, getBookingContext(currentTime, viewer)));
  });

  registerEndpoint(app, context, 'listNextSlots', async ({ viewer, query }) => {
    const currentTime = getCurrentTime(context);
    const serviceIds = listServiceIds(query);
    const { business, services } = await loadDayPlan(db, currentTime.local.date, serviceIds);
    if (services.length < serviceIds.length) {
      return refused('not_found', 'Service not found.');
    }
    const now = getBookingContext(currentTime, viewer);
    const { zip = null, lat, lng, precision = 'pin' } = query;
    const position = lat === undefined || lng === undefined ? null : { lat, lng };
    const isLocationKnown = zip !== null || position !== null;
    const { area } =
      isLocationKnown && !now.isOfficeBooking
        ? await findAreaForPlace(db, { zip, position, precision }, context.business.cityCenter)
        : { area: null };
    return accepted(
      await findNextSlots(db, { work: combineServices(services), rules: business, area, now }),
    );
  });

  registerEndpoint(app, context, 'listRescheduleTimes', async ({ viewer, params, query }) => {
    const row = await findAppointment(db, getReadScope(viewer), params.id);
    if (!row) return refused('not_found', 'Appointment not found.');
    return readRescheduleTimes(db, row, viewer, query.date, getCurrentTime(context));
  });

  registerEndpoint(app, context, 'listCandidates', async ({ params }) => {
    const appointment = await findAppointment(db, { kind: 'all' }, params.id);
    if (!appointment) return refused('not_found', 'Appointment not found.');
    const currentTime = getCurrentTime(context);
    const [{ plan }, skills, mechanics, getTravelNotes] = await Promise.all([
      loadDayPlan(db, appointment.date, []),
      findRequiredSkills(db, appointment.id),
      listMechanics(db, currentTime),
      loadTravelNotes(context, appointment.id, appointment.date),
    ]);
    const job = {
      interval: {
        from: toMinutes(appointment.start_time),
        to: toMinutes(appointment.end_time),
      },
      buffer: appointment.buffer_minutes,
      outsideHours: appointment.outside_hours,
      skills,
      appointmentId: appointment.id,
    };
    const byId = new Map(mechanics.map((mechanic) => [mechanic.id, mechanic]));
    return accepted(
      rankCandidates(plan, job, toRankingInput(appointment.date, mechanics, currentTime)).flatMap(
        ({ id, free, reasons }) => {
          const mechanic = byId.get(id);
          if (!mechanic) return [];
          const notes = free ? getTravelNotes(id) : null;
          return [
            {
              mechanic: presentMechanicSummary(mechanic),
              status: mechanic.status,
              free,
              reasons: [...(notes?.reasons ?? []), ...reasons],
              warnings: [...(notes?.warnings ?? [])],
            },
          ];
        },
      ),
    );
  });
}

/**
 * Returns a function that describes how a job fits into each mechanic's route that day. Requests all driving times
 * at once, as drives from the job, since driving in the opposite direction takes about as long.
 */
async function loadTravelNotes(
  { store, travelTimes }: RouteContext,
  appointmentId: number,
  date: string,
): Promise<(mechanicId: string) => TravelNotes | null> {
  const jobs = await listLocatedJobs(store.kysely, appointmentId, date);
  const job = jobs.find(({ id }) => id === appointmentId);
  if (!job) return () => null;
  const neighborsOf = (mechanicId: string) => findNeighbors(jobs, job, mechanicId);
  const neighbors = [...new Set(jobs.flatMap(({ mechanicId }) => mechanicId ?? []))].flatMap(
    (mechanicId) => {
      const { before, after } = neighborsOf(mechanicId);
      return [...(before ? [before] : []), ...(after ? [after] : [])];
    },
  );
  const times = await travelTimes.from(
    job.position,
    neighbors.map(({ position }) => position),
  );
  const minutes = new Map(neighbors.map(({ id }, index) => [id, times[index]?.minutes ?? null]));
  return (mechanicId) =>
    describeTravel(job, neighborsOf(mechanicId), ({ id }) => minutes.get(id) ?? null);
}

/**
 * Converts mechanics to the input of `rankCandidates`. For a future day, all count as available, because their current
 * status says nothing about that day.
 */
function toRankingInput(
  date: string,
  mechanics: readonly MechanicRow[],
  { local }: CurrentTime,
): readonly Pick<MechanicRow, 'id' | 'status'>[] {
  if (date <= local.date) return mechanics;
  return mechanics.map(({ id }) => ({ id, status: 'available' as const }));
}
