import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type {
  TeamMember,
  TeamWeek,
  WorkingTimeReply,
} from '@curbwrench/contract/working-time/schemas';
import { describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

/* Hours, skills, exceptions and time off. The tests run at 9 AM on Tuesday, March 3, 2026. */

const friday = '2026-03-06';
const monday = '2026-03-09';
let app: TestApp;
let advisor: Person;
let team: Team;
let mechanic: Person;

prepareAppWithTeam(1, (prepared) => {
  ({ app, advisor, team } = prepared);
  [mechanic] = team.mechanics;
});

const range = (startTime: string, endTime: string) => ({ startTime, endTime });
const usualHours = [range('08:00', '18:00')];
const usualWeek = [[], usualHours, usualHours, usualHours, usualHours, usualHours, []];
/** Returns the usual week with different hours on Friday. */
const weekWithFriday = (hours: object[]) => usualWeek.with(5, hours as typeof usualHours);

type Outcome = [status: number, reply: WorkingTimeReply];
async function save(
  endpoint: 'weekly-hours' | 'skills' | 'day-hours' | 'time-off',
  body: object,
  { actor = advisor, target = mechanic }: { actor?: Person; target?: Person } = {},
): Promise<Outcome> {
  const response = await send(app, actor, 'POST', `/api/mechanics/${target.id}/${endpoint}`, body);
  return [
    response.statusCode,
    response.statusCode === 200 ? response.json<WorkingTimeReply>() : (response.body as never),
  ];
}
const saved = (stranded: object[] = []): Outcome => [200, { saved: true, stranded } as never];

async function readMember(date: string, viewer = advisor): Promise<TeamMember> {
  const week = await read<TeamWeek>(app, viewer, `/api/team/week?date=${date}`);
  const member = week.people.find(({ id }) => id === mechanic.id);
  if (!member) throw new Error('The mechanic is not listed.');
  return member;
}

async function listOpenStartTimes(date: string): Promise<string[]> {
  const slots = await read<Slot[]>(
    app,
    null,
    `/api/slots?date=${date}&serviceId=${team.serviceId}`,
  );
  return slots.filter(({ available }) => available).map(({ startTime }) => startTime);
}

const readAppointment = (id: number) => read<Appointment>(app, advisor, `/api/appointments/${id}`);
const makeJob = (date: string, start = '15:00', details: object = {}) =>
  makeAppointment(app, {
    date,
    start_time: start,
    end_time: `${Number(start.slice(0, 2)) + 1}:00`,
    status: 'confirmed',
    mechanic_id: mechanic.id,
    service_id: team.serviceId,
    ...details,
  });
const readHold = async (id: number) =>
  (
    await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).held_mechanic_id;

describe('weekly hours', () => {
  test('can have several time ranges a day, which determine the time slots @hours.weekly', async () => {
    const hours = weekWithFriday([range('12:00', '14:30'), range('08:00', '10:00')]);
    expect(await save('weekly-hours', { hours, before: usualWeek })).toEqual(saved());
    expect((await readMember(friday)).weeklyHours[5]).toEqual([
      range('08:00', '10:00'),
      range('12:00', '14:30'),
    ]);
    expect(await listOpenStartTimes(friday)).toEqual(['08:00', '09:00', '12:00', '13:00']);
  });

  test.each([
    [[range('10:00', '10:00')], '10:00 AM to 10:00 AM must end after it starts, on the same day.'],
    [[range('22:00', '06:00')], '10:00 PM to 6:00 AM must end after it starts, on the same day.'],
    [
      [range('12:00', '17:00'), range('09:00', '12:01')],
      '9:00 AM to 12:01 PM overlaps 12:00 PM to 5:00 PM.',
    ],
  ])('that are invalid are refused and change nothing @hours.valid', async (hours, message) => {
    const body = { hours: weekWithFriday(hours), before: usualWeek };
    expect(await save('weekly-hours', body)).toEqual([400, message]);
    expect((await readMember(friday)).weeklyHours).toEqual(usualWeek);
  });

  test('that someone else has since changed are not overwritten @hours.stale', async () => {
    const savedWeek = weekWithFriday([range('08:00', '12:00')]);
    await save('weekly-hours', { hours: savedWeek, before: usualWeek });
    const outcome = await save('weekly-hours', { hours: weekWithFriday([]), before: usualWeek });
    expect(outcome).toEqual([
      409,
      'These hours were changed by someone else. Nothing was saved. Please check them and try again.',
    ]);
    expect((await readMember(friday)).weeklyHours).toEqual(savedWeek);
  });

  test('are accepted from only one of several people who save them concurrently @hours.stale', async () => {
    const weeks = ['11:00', '12:00', '13:00'].map((end) => weekWithFriday([range('08:00', end)]));
    const outcomes = await Promise.all(
      weeks.map((hours) => save('weekly-hours', { hours, before: usualWeek })),
    );
    expect(outcomes.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const winner = outcomes.findIndex(([status]) => status === 200);
    expect((await readMember(friday)).weeklyHours).toEqual(weeks[winner]);
  });

  test('cannot be saved for someone who is not a mechanic', async () => {
    const [status] = await save(
      'weekly-hours',
      { hours: usualWeek, before: usualWeek },
      { target: advisor },
    );
    expect(status).toBe(404);
  });
});

describe('the appointments that a change strands', () => {
  const shortFriday = { hours: weekWithFriday([range('08:00', '14:00')]), before: usualWeek };

  test('are shown first, and nothing is saved until exactly these are accepted @hours.preview', async () => {
    const [inside, outside] = [await makeJob(friday, '09:00'), await makeJob(friday, '15:00')];
    const [status, preview] = await save('weekly-hours', shortFriday);
    expect([status, preview.saved]).toEqual([200, false]);
    expect(preview.stranded).toMatchObject([
      { id: outside, date: friday, startTime: '15:00', endTime: '16:00' },
    ]);
    expect((await readMember(friday)).weeklyHours).toEqual(usualWeek);

    const another = await makeJob(friday, '14:00');
    const [, changed] = await save('weekly-hours', { ...shortFriday, accepted: [outside] });
    expect([changed.saved, changed.stranded.map(({ id }) => id)]).toEqual([
      false,
      [another, outside],
    ]);

    const accepted = [outside, another];
    const [, reply] = await save('weekly-hours', { ...shortFriday, accepted });
    expect(reply.saved).toBe(true);
    expect((await readMember(friday)).weeklyHours).toEqual(shortFriday.hours);
    expect(await readAppointment(outside)).toMatchObject({
      status: 'confirmed',
      mechanicId: mechanic.id,
      attention: 'mechanic_not_working',
    });
    expect(await readAppointment(inside)).toMatchObject({ attention: null });
    const flagged = await read<Appointment[]>(app, advisor, '/api/appointments?attention=needed');
    expect(flagged.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
    expect(flagged.map(({ id }) => id)).not.toContain(inside);
  });

  test('need attention until they are rescheduled or fit again @hours.attention', async () => {
    const [rescheduledJob, fittingJob] = [
      await makeJob(friday, '15:00'),
      await makeJob(friday, '16:00'),
    ];
    await save('weekly-hours', { ...shortFriday, accepted: [rescheduledJob, fittingJob] });
    const response = await send(app, advisor, 'PATCH', `/api/appointments/${rescheduledJob}`, {
      date: friday,
      startTime: '10:00',
    });
    expect(response.statusCode).toBe(200);
    expect(await readAppointment(rescheduledJob)).toMatchObject({ attention: null });
    await save('weekly-hours', { hours: usualWeek, before: shortFriday.hours });
    expect(await readAppointment(fittingJob)).toMatchObject({ attention: null });
  });

  test('need no attention once they return to their mechanic, who works at that time again @hours.attention', async () => {
    team = await makeTeam(app, 2);
    mechanic = team.mechanics[0];
    const id = await makeJob(friday, '15:00');
    await save('weekly-hours', { ...shortFriday, accepted: [id] });
    const assign = async (mechanicId = '') =>
      (
        await send(app, advisor, 'PATCH', `/api/appointments/${id}`, {
          mechanicId,
          status: 'confirmed',
        })
      ).statusCode;
    expect(await assign(team.mechanics[1]?.id)).toBe(200);
    await save('weekly-hours', { hours: usualWeek, before: shortFriday.hours });
    expect(await assign(mechanic.id)).toBe(200);
    expect(await readAppointment(id)).toMatchObject({ attention: null });
  });

  test('do not include those whose hold moves to someone else @hours.holds', async () => {
    team = await makeTeam(app, 2);
    mechanic = team.mechanics[0];
    const [, other] = team.mechanics;
    const heldDetails = {
      status: 'pending',
      mechanic_id: null,
      held_mechanic_id: mechanic.id,
    } as const;
    const movable = await makeJob(friday, '15:00', heldDetails);
    expect(await save('weekly-hours', shortFriday)).toEqual(saved());
    expect(await readHold(movable)).toBe(other?.id);
  });

  test('include those that nobody else can take @hours.holds', async () => {
    const heldDetails = {
      status: 'pending',
      mechanic_id: null,
      held_mechanic_id: mechanic.id,
    } as const;
    const id = await makeJob(friday, '15:00', heldDetails);
    const [, preview] = await save('weekly-hours', shortFriday);
    expect(preview).toMatchObject({ saved: false, stranded: [{ id, mechanicName: null }] });
    expect(await readHold(id)).toBe(mechanic.id);
    await save('weekly-hours', { ...shortFriday, accepted: [id] });
    expect(await readHold(id)).toBeNull();
    expect(await readAppointment(id)).toMatchObject({ attention: 'no_mechanic_free' });
    await save('weekly-hours', { hours: usualWeek, before: shortFriday.hours });
    expect(await readHold(id)).toBe(mechanic.id);
  });

  test('get a hold again when time off is removed, on any day the office can book @hours.holds', async () => {
    const dateAfterWindow = '2026-06-04';
    const body = {
      startDate: dateAfterWindow,
      startTime: '00:00',
      endDate: '2026-06-05',
      endTime: '00:00',
      reason: 'Vacation',
    };
    expect(await save('time-off', body)).toEqual(saved());
    const id = await makeJob(dateAfterWindow, '10:00', { status: 'pending', mechanic_id: null });
    const [entry] = (await readMember(dateAfterWindow)).timeOff;
    await send(app, advisor, 'DELETE', `/api/time-off/${entry?.id}`);
    expect(await readHold(id)).toBe(mechanic.id);
  });

  test('do not include jobs that are over or in progress', async () => {
    await makeJob('2026-03-03', '08:00');
    await makeJob('2026-03-03', '09:00', { status: 'in_progress' });
    const timeOff = {
      startDate: '2026-03-03',
      startTime: '00:00',
      endDate: '2026-03-03',
      endTime: '24:00',
      reason: 'Sick',
    };
    expect(await save('time-off', timeOff)).toEqual(saved());
  });

  test('include a job that requires a skill the mechanic no longer has @hours.skills', async () => {
    const id = await makeJob(friday);
    const [, preview] = await save('skills', { skills: [], before: [team.skill] });
    expect(preview).toMatchObject({ saved: false, stranded: [{ id }] });
  });
});

test('skills are saved without duplicates, and services that require them can then be booked @hours.skills', async () => {
  await save('skills', { skills: [], before: [team.skill] });
  expect(await listOpenStartTimes(friday)).toEqual([]);
  const skills = [team.skill, ' Hybrids ', 'hybrids'];
  expect(await save('skills', { skills, before: [] })).toEqual(saved());
  expect((await readMember(friday)).skills).toEqual([team.skill, 'Hybrids']);
  expect(await listOpenStartTimes(friday)).toHaveLength(10);
  const [staleStatus] = await save('skills', { skills: [], before: [] });
  expect(staleStatus).toBe(409);
});

describe('a date with its own hours', () => {
  test('replaces the weekly hours on that day only @hours.exception', async () => {
    const body = { date: friday, hours: [range('13:00', '15:00')], before: null };
    expect(await save('day-hours', body)).toEqual(saved());
    expect(await listOpenStartTimes(friday)).toEqual(['13:00', '14:00']);
    expect(await listOpenStartTimes('2026-03-13')).toHaveLength(10);
    expect((await readMember(friday)).exceptions).toEqual([{ date: friday, hours: body.hours }]);

    const dayOff = { date: friday, hours: [], before: body.hours };
    expect(await save('day-hours', dayOff)).toEqual(saved());
    expect(await listOpenStartTimes(friday)).toEqual([]);
    expect((await readMember(friday)).exceptions).toEqual([{ date: friday, hours: [] }]);

    expect(await save('day-hours', { date: friday, hours: null, before: [] })).toEqual(saved());
    expect(await listOpenStartTimes(friday)).toHaveLength(10);
    expect((await readMember(friday)).exceptions).toEqual([]);
  });

  test('determines whether the mechanic is shown as available', async () => {
    await save('day-hours', { date: friday, hours: [range('07:00', '07:30')], before: null });
    app.clock.set(new Date('2026-03-06T15:10:00Z'));
    const list = await read<{ id: string; status: string }[]>(app, advisor, '/api/mechanics');
    expect(list.find(({ id }) => id === mechanic.id)?.status).toBe('available');
    app.clock.set(new Date('2026-03-06T18:00:00Z'));
    const later = await read<{ id: string; status: string }[]>(app, advisor, '/api/mechanics');
    expect(later.find(({ id }) => id === mechanic.id)?.status).toBe('offline');
  });

  test('is refused in the past, too far ahead, at a skipped time, and if someone else has changed it @hours.exception', async () => {
    const hours = [range('09:00', '12:00')];
    expect(await save('day-hours', { date: '2026-03-02', hours, before: null })).toEqual([
      400,
      'That date is in the past.',
    ]);
    expect((await save('day-hours', { date: '2027-04-01', hours, before: null }))[0]).toBe(400);
    const skipped = { date: '2026-03-08', hours: [range('02:30', '12:00')], before: null };
    expect((await save('day-hours', skipped))[1]).toContain("doesn't exist");
    expect((await save('day-hours', { date: friday, hours, before: [] }))[0]).toBe(409);
    expect((await readMember('2026-03-08')).exceptions).toEqual([]);
  });

  test('strands a job outside these hours', async () => {
    const id = await makeJob(friday, '15:00');
    const [, preview] = await save('day-hours', { date: friday, hours: [], before: null });
    expect(preview).toMatchObject({ saved: false, stranded: [{ id }] });
  });
});

describe('time off', () => {
  const timeOff = (
    [startDate, startTime]: [string, string],
    [endDate, endTime]: [string, string],
    reason = 'Vacation',
  ) => ({ startDate, startTime, endDate, endTime, reason });

  test('closes slots, whether the office or the mechanic enters it, for minutes or for weeks @time-off.add', async () => {
    await save('time-off', timeOff([friday, '10:00'], [friday, '11:30'], 'Dentist'));
    expect(await listOpenStartTimes(friday)).toEqual(
      '08 09 12 13 14 15 16 17'.split(' ').map((hour) => `${hour}:00`),
    );
    const weeks = timeOff([monday, '00:00'], ['2026-03-27', '24:00']);
    expect(await save('time-off', weeks, { actor: mechanic })).toEqual(saved());
    expect(await listOpenStartTimes('2026-03-20')).toEqual([]);
    expect((await readMember(friday)).timeOff).toMatchObject([
      { startTime: '10:00', endTime: '11:30', reason: 'Dentist', byMechanic: false },
    ]);
    expect((await readMember('2026-03-20', mechanic)).timeOff).toMatchObject([
      {
        startDate: monday,
        startTime: '00:00',
        endDate: '2026-03-28',
        endTime: '00:00',
        reason: 'Vacation',
        byMechanic: true,
      },
    ]);
  });

  test.each([
    ['that ends before it begins', timeOff([friday, '10:00'], [friday, '10:00']), 'must end after'],
    [
      'that is longer than a year',
      timeOff([friday, '00:00'], ['2027-03-08', '00:01']),
      'longer than a year',
    ],
    ['that is over', timeOff(['2026-03-02', '08:00'], ['2026-03-02', '18:00']), 'already ended'],
    [
      'that is ten years ahead',
      timeOff(['2036-03-02', '08:00'], ['2036-03-02', '18:00']),
      'two years',
    ],
    [
      'that starts at a time skipped by daylight saving',
      timeOff(['2026-03-08', '02:30'], [monday, '10:00']),
      "doesn't exist",
    ],
    [
      'that ends at a time skipped by daylight saving',
      timeOff([friday, '02:30'], ['2026-03-08', '02:59']),
      "doesn't exist",
    ],
    ['without a reason', timeOff([friday, '10:00'], [friday, '11:00'], ' '), 'enter a reason'],
  ])('%s is refused and changes nothing @time-off.valid', async (_, body, expected) => {
    const [status, message] = await save('time-off', body);
    expect([status, message]).toEqual([400, expect.stringContaining(expected)]);
    expect((await readMember(friday)).timeOff).toEqual([]);
  });

  test('is refused if it overlaps other time off, but not if it adjoins it @time-off.overlap', async () => {
    await save('time-off', timeOff([friday, '10:00'], [monday, '12:00']));
    const overlapping = await save('time-off', timeOff([monday, '11:59'], [monday, '13:00']));
    expect(overlapping).toEqual([
      409,
      'This overlaps other time off from Fri, Mar 06, 2026 through Mon, Mar 09, 2026.',
    ]);
    expect(await save('time-off', timeOff([monday, '12:00'], [monday, '13:00']))).toEqual(saved());
  });

  test('and a booking for the same time never both succeed @time-off.race', async () => {
    const customer = await makePerson(app, 'customer');
    const booking = {
      vehicleId: await makeVehicle(app, customer.id),
      serviceId: team.serviceId,
      date: friday,
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    };
    const [bookingResponse, [, timeOffReply]] = await Promise.all([
      send(app, customer, 'POST', '/api/appointments', booking),
      save('time-off', timeOff([friday, '00:00'], [friday, '24:00'])),
    ]);
    expect([bookingResponse.statusCode, timeOffReply.saved]).toEqual(
      bookingResponse.statusCode === 201 ? [201, false] : [409, true],
    );
  });

  test('can be removed by the office, and by the mechanic if they entered it @time-off.remove', async () => {
    await save('time-off', timeOff([friday, '10:00'], [friday, '11:00']));
    await save('time-off', timeOff([friday, '12:00'], [friday, '13:00']), { actor: mechanic });
    const [officeEntry, ownEntry] = (await readMember(friday)).timeOff;
    const remove = async (person: Person, id = 0) =>
      (await send(app, person, 'DELETE', `/api/time-off/${id}`)).statusCode;
    const [stranger] = (await makeTeam(app, 1)).mechanics;
    expect(await remove(stranger, ownEntry?.id)).toBe(404);
    expect(await remove(mechanic, officeEntry?.id)).toBe(403);
    expect(await remove(mechanic, ownEntry?.id)).toBe(204);
    expect(await remove(advisor, officeEntry?.id)).toBe(204);
    expect(await remove(advisor, officeEntry?.id)).toBe(404);
    expect(await listOpenStartTimes(friday)).toHaveLength(10);
  });

  test('entered by a mechanic shows them only their own stranded jobs @time-off.own', async () => {
    const own = await makeJob(friday, '10:00');
    const heldDetails = {
      status: 'pending',
      mechanic_id: null,
      held_mechanic_id: mechanic.id,
    } as const;
    const other = await makeJob(friday, '15:00', heldDetails);
    const body = timeOff([friday, '00:00'], [friday, '24:00']);
    const [, preview] = await save('time-off', body, { actor: mechanic });
    expect([preview.saved, preview.stranded.map(({ id }) => id)]).toEqual([false, [own]]);
    const [, reply] = await save('time-off', { ...body, accepted: [own] }, { actor: mechanic });
    expect(reply.saved).toBe(true);
    expect(await readAppointment(other)).toMatchObject({ attention: 'no_mechanic_free' });
  });
});

test('a mechanic reads only their own week @hours.team', async () => {
  await makeTeam(app, 1);
  const { people, dates } = await read<TeamWeek>(app, mechanic, `/api/team/week?date=${friday}`);
  expect(people.map(({ id }) => id)).toEqual([mechanic.id]);
  expect(dates).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}`));
});
