import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { addDays, toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { FastifyInstance } from 'fastify';
import { accepted, refused } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { placeAppointment } from '../appointments/commands/place-appointment.ts';
import { undoPlacement } from '../appointments/commands/undo-placement.ts';
import { findAppointment, listAppointments } from '../appointments/queries/appointments.ts';
import { presentAppointment } from '../appointments/routes/appointment-view.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { listMechanics } from '../mechanics/queries.ts';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { findRequiredSkills } from '../scheduling/queries/required-skills.ts';
import { getBookingContext } from '../scheduling/rules/availability.ts';
import { listPlacements } from '../scheduling/rules/placement-search.ts';
import { readTeamWeek } from '../working-time/queries.ts';
import { presentBoard, presentBoardWeek } from './board-view.ts';
import { listWeekJobs } from './queries.ts';

/** More appointments than even a large business has in a day. */
const dayLimit = 2_000;

const boardStatuses = appointmentStatuses.filter((status) => status !== 'cancelled');

/**
 * Registers the routes of the dispatch board: read a day or week, list the mechanics and times that an appointment
 * fits, place it, and undo a placement.
 */
export function boardRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getBoardDay', async ({ viewer, query: { date } }) => {
    const currentTime = getCurrentTime(context);
    const filter = { date, status: boardStatuses, limit: dayLimit };
    const [mechanics, week, page] = await Promise.all([
      listMechanics(db, currentTime),
      readTeamWeek(db, date, null),
      listAppointments(db, { kind: 'all' }, filter, currentTime.local.date),
    ]);
    const appointments = (page?.rows ?? []).map((row) =>
      presentAppointment(row, viewer, currentTime),
    );
    return accepted(presentBoard(date, mechanics, week, appointments));
  });

  registerEndpoint(app, context, 'getBoardWeek', async ({ query: { date } }) => {
    const week = await readTeamWeek(db, date, null);
    const [first = date] = week.dates;
    const jobs = await listWeekJobs(db, first, addDays(first, week.dates.length));
    return accepted(presentBoardWeek(week, jobs));
  });

  registerEndpoint(app, context, 'listPlacements', async ({ viewer, params, query: { date } }) => {
    const row = await findAppointment(db, { kind: 'all' }, params.id);
    if (!row) return noSuchAppointment;
    const [{ plan }, skills] = await Promise.all([
      loadDayPlan(db, date, []),
      findRequiredSkills(db, row.id),
    ]);
    const job = {
      appointmentId: row.id,
      date: row.date,
      interval: { from: toMinutes(row.start_time), to: toMinutes(row.end_time) },
      buffer: row.buffer_minutes,
      outsideHours: row.outside_hours,
      skills,
    };
    const now = getBookingContext(getCurrentTime(context), viewer);
    const mechanics = listPlacements(plan, job, now).map(({ id, starts, reason }) => ({
      id,
      starts: starts.map(({ from, to }) => ({ from: toTimeOfDay(from), to: toTimeOfDay(to) })),
      reason,
    }));
    return accepted({ mechanics });
  });

  registerEndpoint(app, context, 'placeAppointment', async ({ viewer, params, body }) => {
    const version = await placeAppointment(context, viewer, params.id, body);
    if (!version.ok) return version;
    const row = await findAppointment(db, { kind: 'all' }, params.id);
    if (!row) return noSuchAppointment;
    const appointment = presentAppointment(row, viewer, getCurrentTime(context));
    return accepted({ appointment, version: version.value });
  });

  registerEndpoint(app, context, 'undoPlacement', async ({ viewer, params, body }) => {
    const undone = await undoPlacement(context, viewer, params.id, body.version);
    if (!undone.ok) return undone;
    const row = await findAppointment(db, { kind: 'all' }, params.id);
    if (!row) return noSuchAppointment;
    return accepted(presentAppointment(row, viewer, getCurrentTime(context)));
  });
}

const noSuchAppointment = refused('not_found', 'Appointment not found.');
