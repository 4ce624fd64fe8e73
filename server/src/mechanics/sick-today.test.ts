import type { Appointment, AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { sql } from 'kysely';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { expect, test } from 'vitest';
import { makeAppointment, makePerson, type Team, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';

const today = '2026-03-03';
let app: TestApp;
let advisor: Person;
let team: Team;
let mechanic: Person;
let colleague: Person;

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, team } = prepared);
  mechanic = team.mechanics[0];
  colleague = team.mechanics[1] ?? mechanic;
});

const getSickPath = (id = mechanic.id) => `/api/mechanics/${id}/sick-today`;
const reportSick = (reporter: Person, id = mechanic.id) =>
  send(app, reporter, 'POST', getSickPath(id));
const reportBack = (reporter: Person, id = mechanic.id) =>
  send(app, reporter, 'DELETE', getSickPath(id));

async function readMechanic(): Promise<Mechanic> {
  const all = await read<Mechanic[]>(app, advisor, '/api/mechanics');
  return all.find(({ id }) => id === mechanic.id) ?? expect.fail('not listed');
}

/** Returns how many of a day's slots can be booked for the team's service. */
async function countOpenSlots(date: string): Promise<number> {
  const slots = `/api/slots?date=${date}&serviceId=${team.serviceId}`;
  return (await read<Slot[]>(app, null, slots)).filter(({ available }) => available).length;
}

const makeJob = (details: Partial<Parameters<typeof makeAppointment>[1]> = {}) =>
  makeAppointment(app, {
    date: today,
    service_id: team.serviceId,
    status: 'confirmed',
    mechanic_id: mechanic.id,
    ...details,
  });

const readHoldMechanicId = async (id: number) =>
  (
    await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).held_mechanic_id;

async function listTimeOff() {
  const { rows } = await sql`
    select during::text as during, reason from time_off where mechanic_id = ${mechanic.id}
  `.execute(app.store.kysely);
  return rows;
}

const countEvents = async () =>
  (await sql`select from outbox where kind in ('mechanic', 'slot')`.execute(app.store.kysely)).rows
    .length;

test.each(['the mechanic', 'the office'])(
  'a sick report by %s keeps the mechanic off until midnight, with no new work @sick.today',
  async (reporterName) => {
    const reporter = reporterName === 'the office' ? advisor : mechanic;
    const openSlotsTomorrow = await countOpenSlots('2026-03-04');
    const reported = await reportSick(reporter);
    expect([reported.statusCode, reported.json()]).toEqual([
      200,
      expect.objectContaining({ id: mechanic.id, sick: true, status: 'offline' }),
    ]);
    expect(await listTimeOff()).toEqual([
      { during: '["2026-03-03 09:00:00","2026-03-04 00:00:00")', reason: 'Sick' },
    ]);
    await reportSick(advisor, colleague.id);
    expect([await countOpenSlots(today), await countOpenSlots('2026-03-04')]).toEqual([
      0,
      openSlotsTomorrow,
    ]);
    app.clock.set(new Date('2026-03-04T17:00:00Z'));
    expect(await readMechanic(), 'the next day').toMatchObject({
      sick: false,
      status: 'available',
    });
  },
);

test('reporting sick twice changes nothing, and neither does coming back twice @sick.today', async () => {
  await reportSick(advisor);
  const [timeOff, events] = [await listTimeOff(), await countEvents()];
  app.clock.set(new Date('2026-03-03T18:00:00Z'));
  expect((await reportSick(mechanic)).statusCode).toBe(200);
  expect([await listTimeOff(), await countEvents()]).toEqual([timeOff, events]);
  await reportBack(mechanic);
  const eventsAfter = await countEvents();
  expect((await reportBack(advisor)).statusCode).toBe(200);
  expect(await countEvents()).toBe(eventsAfter);
});

test("a sick mechanic's holds immediately move to others @sick.today", async () => {
  const waiting = { status: 'pending', mechanic_id: null } as const;
  const id = await makeJob({ ...waiting, held_mechanic_id: mechanic.id });
  await reportSick(advisor);
  expect(await readHoldMechanicId(id)).toBe(colleague.id);
  await reportSick(advisor, colleague.id);
  expect(await readHoldMechanicId(id), 'nobody else is available').toBeNull();
  await reportBack(advisor);
  expect(await readHoldMechanicId(id), 'once one of them is back').toBe(mechanic.id);
});

test('a sick mechanic keeps a job in progress and is off when it is completed @sick.today', async () => {
  const id = await makeJob({ status: 'in_progress' });
  expect((await reportSick(advisor)).json()).toMatchObject({ sick: true, status: 'on_job' });
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, {
    status: 'completed',
  });
  expect(response.statusCode).toBe(200);
  expect(await readMechanic()).toMatchObject({ sick: true, status: 'offline' });
});

test('reporting sick while starting a job, in either order, leaves the job in progress with its mechanic', async () => {
  const id = await makeJob();
  const [reported, started] = await Promise.all([
    reportSick(advisor),
    send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'in_progress' }),
  ]);
  expect([reported.statusCode, started.statusCode]).toEqual([200, 200]);
  expect(await read<Appointment>(app, advisor, `/api/appointments/${id}`)).toMatchObject({
    status: 'in_progress',
    mechanicId: mechanic.id,
  });
  expect(await readMechanic()).toMatchObject({ sick: true, status: 'on_job' });
});

test("a sick mechanic's confirmed jobs today immediately need attention @sick.stranded", async () => {
  const id = await makeJob({ start_time: '14:00', end_time: '15:00' });
  await makeJob({ date: '2026-03-04' });
  const readFlagged = async () => {
    const flagged = await read<Appointment[]>(app, advisor, '/api/appointments?attention=needed');
    const counts = await read<AppointmentCounts>(
      app,
      advisor,
      '/api/appointments/counts?attention=needed',
    );
    return [flagged.map((job) => [job.id, job.attention]), counts.confirmed];
  };
  expect(await readFlagged()).toEqual([[], 0]);
  await reportSick(mechanic);
  expect(await readFlagged()).toEqual([[[id, 'mechanic_not_working']], 1]);
  await reportBack(mechanic);
  expect(await readFlagged()).toEqual([[], 0]);
});

test('coming back the same day restores working hours and bookable time @sick.back', async () => {
  const openSlotCount = await countOpenSlots(today);
  await send(app, mechanic, 'PATCH', '/api/mechanics/status', { status: 'offline' });
  await reportSick(advisor);
  await reportSick(advisor, colleague.id);
  expect((await reportBack(mechanic)).json()).toMatchObject({ sick: false, status: 'available' });
  await reportBack(advisor, colleague.id);
  expect(await countOpenSlots(today)).toBe(openSlotCount);
  expect(await listTimeOff()).toEqual([]);
});

test('everyone in the office except the reporter is notified of who is out sick and how many jobs need coverage @sick.notified', async () => {
  const otherAdmin = await makePerson(app, 'admin');
  await makeJob({ start_time: '14:00', end_time: '15:00' });
  const lastJobId = await makeJob({ start_time: '16:00', end_time: '17:00' });
  await makeJob({ date: '2026-03-04' });
  const readSickNotifications = async (viewer: Person) => {
    await assignEventNumbers(app.store.kysely);
    const all = await read<Notification[]>(app, viewer, '/api/notifications');
    return all
      .filter(({ kind, subject }) => kind === 'sick' && subject.id === mechanic.id)
      .map(({ mechanicName, jobsToCover }) => [mechanicName, jobsToCover]);
  };
  const { firstName, lastName } = await readMechanic();
  const name = `${firstName} ${lastName}`;
  await reportSick(advisor);
  expect(await readSickNotifications(otherAdmin)).toEqual([[name, 2]]);
  expect(await readSickNotifications(advisor)).toEqual([]);
  expect(await readSickNotifications(mechanic), 'not the mechanic').toEqual([]);
  await app.store.kysely
    .updateTable('appointments')
    .set({ mechanic_id: colleague.id })
    .where('id', '=', lastJobId)
    .execute();
  expect(await readSickNotifications(otherAdmin), 'one is covered').toEqual([[name, 1]]);
  await reportBack(mechanic);
  expect(await readSickNotifications(otherAdmin), 'back').toEqual([[name, null]]);
  await reportSick(mechanic);
  expect(await readSickNotifications(advisor)).toEqual([[name, 1]]);
});

test('a sick report sends live events for the jobs, the mechanic, the slots and the week @sick.stranded', async () => {
  const id = await makeJob({ start_time: '14:00', end_time: '15:00' });
  const readEvents = async () => {
    const { rows } = await sql<{ kind: string; subject: string }>`
      delete from outbox returning kind, subject_id as subject`.execute(app.store.kysely);
    return rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
  };
  const expected = [
    `appointment ${id}`,
    `mechanic ${mechanic.id}`,
    `slot ${today}`,
    `working_time ${mechanic.id}`,
  ].toSorted();
  await readEvents();
  await reportSick(advisor);
  expect(await readEvents()).toEqual(expected);
  await reportBack(advisor);
  expect(await readEvents()).toEqual(expected);
});

test('coming back does not change other time off', async () => {
  const vacation = { during: '[2026-03-03 13:00,2026-03-05 00:00)', reason: 'Sick' };
  await app.store.kysely
    .insertInto('time_off')
    .values({ mechanic_id: mechanic.id, ...vacation })
    .execute();
  await reportSick(advisor);
  await reportBack(advisor);
  expect(await listTimeOff()).toHaveLength(1);
});

test('other time off during the day is not a sick day, whatever its reason @sick.today', async () => {
  await app.store.kysely
    .insertInto('time_off')
    .values({
      mechanic_id: mechanic.id,
      during: '[2026-03-03 07:00,2026-03-03 08:30)',
      reason: 'Sick',
    })
    .execute();
  expect(await readMechanic()).toMatchObject({ sick: false, status: 'available' });
  expect((await reportSick(mechanic)).json()).toMatchObject({ sick: true, status: 'offline' });
  await reportBack(mechanic);
  expect(await listTimeOff()).toHaveLength(1);
});

test('a mechanic who already has the rest of today off cannot be reported sick @sick.off-already', async () => {
  await app.store.kysely
    .insertInto('time_off')
    .values({
      mechanic_id: mechanic.id,
      during: '[2026-03-03 00:00,2026-03-05 00:00)',
      reason: 'Vacation',
    })
    .execute();
  const events = await countEvents();
  const refused = await reportSick(advisor);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'The rest of today is already marked as time off.',
  ]);
  expect(await countEvents()).toBe(events);
});

test('a sick mechanic cannot use the availability switch to come back @sick.back', async () => {
  await send(app, mechanic, 'PATCH', '/api/mechanics/status', { status: 'available' });
  await reportSick(mechanic);
  expect(await readMechanic()).toMatchObject({ status: 'offline' });
  const refused = await send(app, mechanic, 'PATCH', '/api/mechanics/status', {
    status: 'available',
  });
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    "You're out sick today. Press I'm Back first.",
  ]);
  expect(await readMechanic()).toMatchObject({ sick: true, status: 'offline' });
});

test('a mechanic may not report anyone else sick, and only mechanics can be reported sick @sick.today', async () => {
  const customer = await makePerson(app, 'customer');
  expect((await reportSick(colleague)).statusCode).toBe(404);
  expect((await reportBack(colleague)).statusCode).toBe(404);
  expect((await reportSick(customer)).statusCode).toBe(403);
  const refused = await reportSick(advisor, customer.id);
  expect([refused.statusCode, refused.body]).toEqual([404, 'Mechanic not found.']);
});
