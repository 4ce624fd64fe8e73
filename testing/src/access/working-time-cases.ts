import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql } from 'kysely';
import { makeMechanic } from '../builders.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';
import type { AccessCase, CaseObject, CaseRequest } from './run-case.ts';

const usualHours = [{ startTime: '08:00', endTime: '18:00' }];
const usualWeek = [[], usualHours, usualHours, usualHours, usualHours, usualHours, []];
const fourDayWeek = usualWeek.with(5, []);

/** A date on which no other case books an appointment. */
const unbookedDate = '2026-09-07';

async function makeNewMechanic(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: (await makeMechanic(fixture)).id };
}

/** Inserts time off that the assigned mechanic entered themselves. */
async function makeTimeOff(fixture: BusinessWithMarkers, viewerIndex: number): Promise<CaseObject> {
  const date = addDays('2027-01-04', viewerIndex);
  await sql`delete from time_off where during && tsrange(${date}::date, ${date}::date + 1)`.execute(
    fixture.store.kysely,
  );
  const { rows } = await sql<{ id: number }>`
    insert into time_off (mechanic_id, during, reason, by_mechanic)
    values (${fixture.assignedMechanic.id}, tsrange(${date}::date, ${date}::date + 1), 'Rest', true)
    returning id
  `.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? 0, selfId: fixture.assignedMechanic.id };
}

async function makeHoliday(fixture: BusinessWithMarkers, viewerIndex: number): Promise<CaseObject> {
  const date = addDays('2027-02-01', viewerIndex);
  await sql`insert into holidays (date, name) values (${date}, 'Holiday') on conflict do nothing`.execute(
    fixture.store.kysely,
  );
  return { id: date };
}

/** Returns a different day for each request. */
function pickDay(first: string, { viewerIndex, isRepeat }: CaseRequest): string {
  return addDays(first, viewerIndex * 2 + (isRepeat ? 1 : 0));
}

const writeCase = { permission: 'team.write', missingId: 'nobody-1', allowedStatus: 200 } as const;

/** Hours, skills, time off and holidays. */
export const workingTimeCases: readonly AccessCase[] = [
  {
    name: 'team: week',
    endpoint: 'getTeamWeek',
    permission: 'team.read',
    query: 'date=2026-03-03',
  },
  {
    ...writeCase,
    name: 'team: weekly hours',
    endpoint: 'saveWeeklyHours',
    make: makeNewMechanic,
    body: () => ({ hours: fourDayWeek, before: usualWeek }),
  },
  {
    ...writeCase,
    name: 'team: skills',
    endpoint: 'saveSkills',
    make: makeNewMechanic,
    body: () => ({ skills: ['Brakes'], before: [] }),
  },
  {
    ...writeCase,
    name: 'team: hours on a date',
    endpoint: 'saveDayHours',
    make: makeNewMechanic,
    body: () => ({ date: unbookedDate, hours: [], before: null }),
  },
  {
    name: 'time off: add',
    endpoint: 'addTimeOff',
    permission: 'time-off.write',
    make: async ({ assignedMechanic }) => ({ id: assignedMechanic.id }),
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: (_, request) => ({
      startDate: pickDay('2026-08-03', request),
      startTime: '08:00',
      endDate: pickDay('2026-08-03', request),
      endTime: '12:00',
      reason: 'Vacation',
    }),
  },
  {
    name: 'time off: remove',
    endpoint: 'removeTimeOff',
    permission: 'time-off.write',
    make: makeTimeOff,
    missingId: 999_999,
  },
  { name: 'holidays: list', endpoint: 'listHolidays', permission: 'team.write' },
  {
    name: 'holidays: add',
    endpoint: 'addHoliday',
    permission: 'team.write',
    allowedStatus: 200,
    body: (_, request) => ({ date: pickDay('2026-10-05', request), name: 'Holiday' }),
  },
  {
    name: 'holidays: rename',
    endpoint: 'renameHoliday',
    permission: 'team.write',
    make: makeHoliday,
    missingId: '2027-12-01',
    allowedStatus: 204,
    body: () => ({ name: 'Closed' }),
  },
  {
    name: 'holidays: remove',
    endpoint: 'removeHoliday',
    permission: 'team.write',
    make: makeHoliday,
    missingId: '2027-12-01',
  },
];
