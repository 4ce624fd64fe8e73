import { addDays } from '@curbwrench/contract/fields/calendar';
import type { FastifyInstance } from 'fastify';
import { accepted, refused } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { addHoliday, removeHoliday, renameHoliday } from './edit-holidays.ts';
import {
  addTimeOff,
  removeTimeOff,
  saveDayHours,
  saveSkills,
  saveWeeklyHours,
} from './edit-working-time.ts';
import { listFederalHolidays } from './federal-holidays-rules.ts';
import { listHolidays, readTeamWeek } from './queries.ts';

/** Registers the routes that read the team's week and change hours, skills, time off and holidays. */
export function workingTimeRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getTeamWeek', async ({ viewer, scope, query }) =>
    accepted(await readTeamWeek(db, query.date, scope === 'all' ? null : viewer.id)),
  );

  registerEndpoint(app, context, 'saveWeeklyHours', async ({ viewer, params, body }) =>
    saveWeeklyHours(context, viewer, params.id, body),
  );

  registerEndpoint(app, context, 'saveSkills', async ({ viewer, params, body }) =>
    saveSkills(context, viewer, params.id, body),
  );

  registerEndpoint(app, context, 'saveDayHours', async ({ viewer, params, body }) =>
    saveDayHours(context, viewer, params.id, body),
  );

  registerEndpoint(app, context, 'addTimeOff', async ({ viewer, scope, params, body }) =>
    scope === 'self' && params.id !== viewer.id
      ? refused('not_found', 'Mechanic not found.')
      : addTimeOff(context, viewer, params.id, body),
  );

  registerEndpoint(app, context, 'removeTimeOff', async ({ viewer, params }) => {
    const removed = await removeTimeOff(context, viewer, params.id);
    return removed.ok ? accepted(null) : removed;
  });

  registerEndpoint(app, context, 'listHolidays', async () => {
    const today = getCurrentTime(context).local.date;
    // Holidays can be added up to two years ahead; the end of the range is excluded, hence one more day.
    const holidays = await listHolidays(db, today, addDays(today, 2 * 366 + 1));
    const year = Number(today.slice(0, 4));
    const holidayDates = new Set(holidays.map(({ date }) => date));
    // Reads an extra year because New Year's Day can be observed on December 31 of the previous year.
    const suggestions = [year, year + 1, year + 2]
      .flatMap(listFederalHolidays)
      .filter(({ date }) => date >= today && date < `${year + 2}-01-01` && !holidayDates.has(date));
    return accepted({ holidays, suggestions });
  });

  registerEndpoint(app, context, 'addHoliday', async ({ viewer, body }) =>
    addHoliday(context, viewer, body),
  );

  registerEndpoint(app, context, 'renameHoliday', async ({ viewer, params, body }) => {
    const renamed = await renameHoliday(context, viewer, params.date, body.name);
    return renamed.ok ? accepted(null) : renamed;
  });

  registerEndpoint(app, context, 'removeHoliday', async ({ viewer, params }) => {
    const removed = await removeHoliday(context, viewer, params.date);
    return removed.ok ? accepted(null) : removed;
  });
}
