import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { CoverageProposals } from '@curbwrench/contract/appointments/coverage-schemas';
import type { TeamWeek, WorkingTimeReply } from '@curbwrench/contract/working-time/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAppointment, makeTeam, makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

/* Ana and Ben have the same skill and work from 8 AM to 6 PM. It is Tuesday, March 3, 2026, 9 AM. */

const today = '2026-03-03';
const friday = '2026-03-06';
let app: TestApp;
let admin: Person;
let ana: Person;
let ben: Person;
let skill: string;
let serviceId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  const team = await makeTeam(app, 2);
  [ana, ben = ana] = team.mechanics;
  ({ skill, serviceId } = team);
});

const makeJob = (date: string, start = '15:00', details: object = {}) =>
  makeAppointment(app, {
    date,
    start_time: start,
    end_time: `${Number(start.slice(0, 2)) + 1}:00`,
    status: 'confirmed',
    mechanic_id: ana.id,
    service_id: serviceId,
    ...details,
  });
const makeHeldAppointment = (date: string, start = '15:00') =>
  makeJob(date, start, { status: 'pending', mechanic_id: null, held_mechanic_id: ana.id });

const fullDay = (date: string) => ({
  startDate: date,
  startTime: '00:00',
  endDate: date,
  endTime: '24:00',
  reason: 'Vacation',
});
async function post(url: string, body: object, person = admin): Promise<WorkingTimeReply> {
  const response = await send(app, person, 'POST', url, body);
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json<WorkingTimeReply>();
}
/** Gives Ana a day without working hours, and returns the ids of the appointments that this strands. */
async function removeDay(date: string, accepted: number[] = []): Promise<number[]> {
  const body = { date, hours: [], before: null, accepted };
  const { stranded } = await post(`/api/mechanics/${ana.id}/day-hours`, body);
  return stranded.map(({ id }) => id);
}
const addTimeOff = (body: object, accepted: number[] = []) =>
  post(`/api/mechanics/${ana.id}/time-off`, { ...body, accepted });
async function listTimeOff(date: string) {
  const { people } = await read<TeamWeek>(app, admin, `/api/team/week?date=${date}`);
  return people.find(({ id }) => id === ana.id)?.timeOff ?? [];
}
async function removeTimeOff(date: string) {
  const [entry] = await listTimeOff(date);
  return send(app, admin, 'DELETE', `/api/time-off/${entry?.id}`);
}
const setAvailability = (status: string) =>
  send(app, ana, 'PATCH', '/api/mechanics/status', { status });
const markSick = () => send(app, admin, 'POST', `/api/mechanics/${ana.id}/sick-today`);
const markBack = () => send(app, admin, 'DELETE', `/api/mechanics/${ana.id}/sick-today`);
const patch = (id: number, body: object) =>
  send(app, admin, 'PATCH', `/api/appointments/${id}`, body);

/** Returns an appointment's attention flag, and whether the list of appointments that need attention contains it. */
async function readFlag(id: number) {
  const { attention } = await read<Appointment>(app, admin, `/api/appointments/${id}`);
  const attentionList = await read<Appointment[]>(app, admin, '/api/appointments?attention=needed');
  return [attention, attentionList.some((each) => each.id === id)];
}
const flagged = ['mechanic_not_working', true];
const notFlagged = [null, false];

async function takeEvents(): Promise<string[]> {
  const { rows } = await sql<{ kind: string; subject: string }>`
    delete from outbox returning kind, subject_id as subject`.execute(app.store.kysely);
  return rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
}

describe('a change strands a job even if', () => {
  test('its service now requires a different skill @hours.preview', async () => {
    const id = await makeJob(friday);
    await send(app, admin, 'PATCH', `/api/services/${serviceId}`, { skill: `${skill}-new` });
    expect(await removeDay(friday)).toEqual([id]);
    await removeDay(friday, [id]);
    expect(await readFlag(id)).toEqual(flagged);
  });

  test('its mechanic is offline @hours.attention', async () => {
    const id = await makeJob(today);
    await setAvailability('offline');
    expect(await removeDay(today)).toEqual([id]);
    await removeDay(today, [id]);
    await setAvailability('available');
    expect(await readFlag(id)).toEqual(flagged);
  });

  test('its mechanic is out sick @hours.attention', async () => {
    const id = await makeJob(today);
    await markSick();
    expect(await removeDay(today)).toEqual([id]);
    await removeDay(today, [id]);
    await markBack();
    expect(await readFlag(id)).toEqual(flagged);
  });
});

test('a job that fits again is no longer stranded, even if its mechanic is offline @hours.attention', async () => {
  const id = await makeJob(today);
  await addTimeOff({ ...fullDay(today), startTime: '12:00' }, [id]);
  await setAvailability('offline');
  await removeTimeOff(today);
  await setAvailability('available');
  expect(await readFlag(id)).toEqual(notFlagged);
});

test('the list of jobs that need attention contains every job flagged because of time off @hours.attention', async () => {
  const id = await makeJob(friday);
  await sql`insert into time_off (mechanic_id, during)
    values (${ana.id}, '[2026-03-06 12:00,2026-03-07 00:00)')`.execute(app.store.kysely);
  expect(await readFlag(id)).toEqual(flagged);
});

test('a job returned to its first mechanic is not stranded by time off that has since been removed @hours.attention', async () => {
  const id = await makeJob(friday);
  await addTimeOff(fullDay(friday), [id]);
  await patch(id, { status: 'confirmed', mechanicId: ben.id });
  await removeTimeOff(friday);
  expect((await patch(id, { status: 'confirmed', mechanicId: ana.id })).statusCode).toBe(200);
  expect(await readFlag(id)).toEqual(notFlagged);
});

describe('a job outside working hours', () => {
  test('needs no attention once the office confirms its time @hours.confirm', async () => {
    const id = await makeJob(friday);
    await removeDay(friday, [id]);
    const confirm = () =>
      patch(id, { date: friday, startTime: '15:00', confirmOutsideHours: true });
    expect((await confirm()).statusCode).toBe(200);
    expect(await readFlag(id)).toEqual(notFlagged);
    const { mechanicId } = await read<Appointment>(app, admin, `/api/appointments/${id}`);
    expect(mechanicId).toBe(ana.id);
    await takeEvents();
    await confirm();
    expect(await takeEvents(), 'repeating it changes nothing').toEqual([]);
  });

  test('still needs attention while its mechanic has time off @hours.confirm', async () => {
    const id = await makeJob(friday);
    await addTimeOff(fullDay(friday), [id]);
    const confirm = { date: friday, startTime: '15:00', confirmOutsideHours: true };
    expect((await patch(id, confirm)).statusCode).toBe(409);
    expect(await readFlag(id)).toEqual(flagged);
  });

  test('is stranded by a holiday that is added later @holidays.preview', async () => {
    const date = '2026-03-20';
    const id = await makeJob(date, '19:00', { outside_hours: true });
    const preview = await post('/api/holidays', { date, name: 'Closed' });
    expect([preview.saved, preview.stranded.map((each) => each.id)]).toEqual([false, [id]]);
    await post('/api/holidays', { date, name: 'Closed', accepted: [id] });
    expect(await readFlag(id)).toEqual(flagged);
    await send(app, admin, 'DELETE', `/api/holidays/${date}`);
    expect(await readFlag(id)).toEqual(notFlagged);
  });

  test('is stranded if its mechanic no longer works that day @hours.preview', async () => {
    const id = await makeJob(friday, '19:00', { outside_hours: true });
    expect(await removeDay(friday)).toEqual([id]);
  });
});

test("today's jobs that a change stranded can be covered @sick.stranded", async () => {
  const id = await makeJob(today);
  await removeDay(today, [id]);
  const { jobs } = await read<CoverageProposals>(app, admin, `/api/mechanics/${ana.id}/cover`);
  expect(jobs.map(({ appointment }) => appointment.id)).toEqual([id]);
  const job = { appointmentId: id, mechanicId: ben.id, startTime: '15:00' };
  const response = await send(app, admin, 'POST', `/api/mechanics/${ana.id}/cover`, {
    jobs: [job],
  });
  expect(response.statusCode).toBe(204);
  expect(await readFlag(id)).toEqual(notFlagged);
});

describe('open dispatch boards are notified of waiting appointments', () => {
  test('that lose or get a hold when hours change @hours.holds', async () => {
    const id = await makeHeldAppointment(friday);
    await takeEvents();
    await removeDay(friday);
    expect(await takeEvents(), 'the hold moves to Ben').toContain(`appointment ${id}`);
    await post(`/api/mechanics/${ben.id}/day-hours`, {
      date: friday,
      hours: [],
      before: null,
      accepted: [id],
    });
    expect(await takeEvents(), 'nobody is left').toContain(`appointment ${id}`);
    await post(`/api/mechanics/${ben.id}/day-hours`, { date: friday, hours: null, before: [] });
    expect(await takeEvents(), 'Ben is back').toContain(`appointment ${id}`);
  });

  test('that lose or get a hold through calling in sick or the availability switch @sick.today', async () => {
    const id = await makeHeldAppointment(today);
    await takeEvents();
    for (const change of [markSick, markBack]) {
      if (change === markSick)
        await send(app, ben, 'PATCH', '/api/mechanics/status', { status: 'offline' });
      await takeEvents();
      await change();
      expect(await takeEvents()).toContain(`appointment ${id}`);
    }
    for (const status of ['offline', 'available']) {
      await setAvailability(status);
      expect(await takeEvents(), status).toContain(`appointment ${id}`);
    }
  });
});

test('saving hours writes only one time slot event @hours.weekly', async () => {
  const usualHours = [{ startTime: '08:00', endTime: '18:00' }];
  const before = [[], usualHours, usualHours, usualHours, usualHours, usualHours, []];
  await takeEvents();
  const hours = before.with(6, usualHours);
  await post(`/api/mechanics/${ana.id}/weekly-hours`, { hours, before });
  expect((await takeEvents()).filter((event) => event.startsWith('slot'))).toHaveLength(1);
});

describe('a mechanic who is out sick', () => {
  const removalRefusal = 'This is a sick day. Please mark the mechanic as back instead.';

  test('is marked as back only by ending the sick day, not by removing it as time off @time-off.remove', async () => {
    await markSick();
    for (const person of [admin, ana]) {
      const [entry] = await listTimeOff(today);
      const refused = await send(app, person, 'DELETE', `/api/time-off/${entry?.id}`);
      expect([refused.statusCode, refused.body]).toEqual([409, removalRefusal]);
    }
    expect(await listTimeOff(today)).toMatchObject([{ sick: true }]);
  });

  test('can be given longer time off around the sick day @time-off.sick', async () => {
    await markSick();
    const longer = { ...fullDay(today), endDate: friday, reason: 'Flu' };
    await addTimeOff(longer);
    expect(await listTimeOff(today)).toMatchObject([
      { startTime: '00:00', endDate: today, endTime: '09:00', sick: false },
      { startTime: '09:00', sick: true },
      { startDate: '2026-03-04', endDate: '2026-03-07', reason: 'Flu', sick: false },
    ]);
    const overlapping = await send(app, admin, 'POST', `/api/mechanics/${ana.id}/time-off`, {
      ...fullDay(today),
      startTime: '12:00',
    });
    expect(overlapping.statusCode, 'inside the sick day').toBe(409);
  });
});

test('skills that differ only in case are treated as the same skill @hours.skills', async () => {
  const id = await makeHeldAppointment(friday);
  const skills = [skill.toUpperCase(), skill];
  const body = { skills, before: [skill] };
  for (const each of [ana, ben]) {
    const reply = await post(`/api/mechanics/${each.id}/skills`, body);
    expect(reply).toEqual({ saved: true, stranded: [] });
  }
  expect((await patch(id, { status: 'confirmed', mechanicId: ana.id })).statusCode).toBe(200);
  const waiting = await makeHeldAppointment(friday, '10:00');
  await send(app, admin, 'PATCH', `/api/services/${serviceId}`, { skill: ` ${skill} ` });
  await send(app, admin, 'PATCH', `/api/services/${serviceId}`, {
    skill: skill.replace('s', 'S'),
  });
  expect(await readFlag(waiting)).toEqual(notFlagged);
});
