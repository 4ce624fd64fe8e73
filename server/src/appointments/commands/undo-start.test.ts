import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { startUndoMs } from '@curbwrench/contract/appointments/undo-time';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { beforeEach, expect, test } from 'vitest';
import { makeAppointment, type Team, type Person } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { assignEventNumbers } from '../../database/outbox-queries.ts';

let app: TestApp;
let advisor: Person;
let customer: Person;
let team: Team;
let mechanic: Person;
let colleague: Person;
/** The mechanic's confirmed job today, from 10:00 to 11:00. */
let id: number;

const today = '2026-03-03';
const secondsLater = (count: number) => new Date(testMorning.getTime() + count * 1_000);

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, customer, team } = prepared);
  mechanic = team.mechanics[0];
  colleague = team.mechanics[1] ?? mechanic;
});
beforeEach(async () => {
  id = await makeAppointment(app, {
    date: today,
    status: 'confirmed',
    customer_id: customer.id,
    service_id: team.serviceId,
    mechanic_id: mechanic.id,
  });
});

const change = (body: object, person = mechanic) =>
  send(app, person, 'PATCH', `/api/appointments/${id}`, body);
const undo = (person = mechanic) => change({ startUndone: true }, person);
async function expectOk(response: ReturnType<typeof send>): Promise<void> {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBe(200);
}
const start = (body: object = {}) => expectOk(change({ status: 'in_progress', ...body }));
async function readRefusal(response: ReturnType<typeof send>): Promise<[number, string]> {
  const { statusCode, body } = await response;
  return [statusCode, body];
}
const readJob = (person = mechanic) =>
  read<AppointmentDetails>(app, person, `/api/appointments/${id}`);
const readUndoState = async (person = mechanic) => {
  const { actions, status } = await readJob(person);
  return [status, actions.some(({ action }) => action === 'undo_start')];
};
const readStatus = async () => (await readJob()).status;
const readMechanic = async () =>
  (await read<Mechanic[]>(app, advisor, '/api/mechanics')).find((each) => each.id === mechanic.id);
async function listKinds(person: Person): Promise<string[]> {
  await assignEventNumbers(app.store.kysely);
  const all = await read<Notification[]>(app, person, '/api/notifications');
  return all.map(({ kind }) => kind);
}
async function setStatus(status: 'available' | 'offline'): Promise<void> {
  await expectOk(send(app, mechanic, 'PATCH', '/api/mechanics/status', { status }));
}

const changedMessage = 'This appointment has changed in the meantime, so nothing was undone.';
const tooLateMessage = "It's too late to undo the start. Please call the office.";

test('within 60 seconds the mechanic can undo a start, and the history shows both @mechanics.undo-start', async () => {
  await start();
  app.clock.set(secondsLater(59));
  expect(await readUndoState()).toEqual(['in_progress', true]);
  expect((await undo()).json()).toMatchObject({ status: 'confirmed' });
  expect(await readUndoState()).toEqual(['confirmed', false]);
  expect((await readMechanic())?.status).not.toBe('on_job');
  expect((await readJob(advisor)).events.map(({ kind, by }) => [kind, by?.who])).toEqual([
    ['started', 'mechanic'],
    ['start_undone', 'mechanic'],
  ]);
  await start();
  expect(await readStatus()).toBe('in_progress');
});

test('after 60 seconds a start can no longer be undone, even before the customer is notified @mechanics.undo-start', async () => {
  await start();
  app.clock.set(new Date(testMorning.getTime() + startUndoMs));
  expect(await readRefusal(undo())).toEqual([409, tooLateMessage]);
  expect(await readUndoState()).toEqual(['in_progress', false]);
  await app.sendDueNotifications();
  expect(await readRefusal(undo())).toEqual([409, tooLateMessage]);
});

test.each([
  ['the arrival', () => change({ arrived: true })],
  ['a new gate code', () => change({ gateCode: '4821' }, customer)],
])(
  'after %s, the start can no longer be undone @mechanics.undo-start',
  async (_title, makeChange) => {
    await start();
    await expectOk(makeChange());
    expect(await readRefusal(undo())).toEqual([409, changedMessage]);
    expect(await readUndoState()).toEqual(['in_progress', false]);
  },
);

test("only the job's mechanic can undo its start @mechanics.undo-start @appointments.undo-start", async () => {
  await start();
  expect(await readRefusal(undo(colleague))).toEqual([404, 'Appointment not found.']);
  expect(await readRefusal(undo(customer))).toEqual([
    403,
    "You don't have permission to mark this job as not started.",
  ]);
  expect(await readRefusal(undo(advisor))).toEqual([
    403,
    "You don't have permission to mark this job as not started.",
  ]);
  expect(await readUndoState(advisor)).toEqual(['in_progress', false]);
  expect(await readUndoState(customer)).toEqual(['in_progress', false]);
  expect(await readUndoState()).toEqual(['in_progress', true]);
});

test('of two simultaneous requests to undo a start, only one succeeds @mechanics.undo-start', async () => {
  await start();
  expect(sortedStatuses(await Promise.all([undo(), undo()]))).toEqual([200, 409]);
  const { events, status } = await readJob();
  expect([status, events.map(({ kind }) => kind)]).toEqual([
    'confirmed',
    ['started', 'start_undone'],
  ]);
});

test('a simultaneous undo and cancellation leave the job canceled, whichever comes first @mechanics.undo-start', async () => {
  await start();
  const [undone, cancelled] = await Promise.all([
    undo(),
    change({ status: 'cancelled', reason: 'The car was sold.' }, advisor),
  ]);
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  const kinds = (await readJob(advisor)).events.map(({ kind }) => kind);
  expect(kinds).toEqual(
    undone.statusCode === 200 ? ['started', 'start_undone', 'cancelled'] : ['started', 'cancelled'],
  );
});

test('the customer is notified of a start only after it can no longer be undone @mechanics.start-notified', async () => {
  await start();
  await app.sendDueNotifications();
  expect(await listKinds(customer)).toEqual([]);
  await expectOk(undo());
  app.clock.set(secondsLater(120));
  await app.sendDueNotifications();
  expect(await listKinds(customer), 'an undone start').toEqual([]);
  await start();
  app.clock.set(secondsLater(180));
  await app.sendDueNotifications();
  expect(await listKinds(customer)).toEqual(['started']);
});

test('if the job changes within the minute, the customer is notified of the start first @mechanics.start-notified', async () => {
  await start();
  await expectOk(change({ status: 'completed' }));
  expect(await listKinds(customer)).toEqual(['completed', 'started']);
});

test.each([
  ['right after a failed attempt', 40],
  ['later', 70],
])(
  'a start that is sent %s can be undone for up to a minute after its button was pressed @mechanics.undo-start',
  async (_title, sentAfter) => {
    app.clock.set(secondsLater(sentAfter));
    await start({ pressedAt: testMorning.toISOString() });
    expect(await readUndoState()).toEqual(['in_progress', sentAfter < 60]);
    app.clock.set(secondsLater(Math.max(sentAfter, 60)));
    expect(await readRefusal(undo())).toEqual([409, tooLateMessage]);
  },
);

test('an undo deletes the positions reported since the start, and keeps those from before it @mechanics.undo-start', async () => {
  const report = (lat: number) =>
    expectOk(
      send(app, mechanic, 'PATCH', '/api/mechanics/status', { location: { lat, lng: -122.42 } }),
    );
  const listLatitudes = async () => {
    const rows = await app.store.kysely
      .selectFrom('mechanic_positions')
      .select('latitude')
      .where('mechanic_id', '=', mechanic.id)
      .execute();
    return rows.map(({ latitude }) => latitude);
  };
  await report(37.77);
  app.clock.set(secondsLater(5));
  await start();
  app.clock.set(secondsLater(10));
  await report(37.78);
  expect(await listLatitudes()).toEqual([37.77, 37.78]);
  await expectOk(undo());
  expect(await listLatitudes()).toEqual([37.77]);
  expect(await readMechanic()).toMatchObject({ location: null });
});

test("an undo restores the mechanic's availability switch, and again moves the holds on their time to other mechanics @mechanics.undo-start", async () => {
  await setStatus('offline');
  const heldId = await makeAppointment(app, {
    date: today,
    service_id: team.serviceId,
    start_time: '14:00',
    end_time: '15:00',
    held_mechanic_id: mechanic.id,
  });
  const readHold = async () => {
    const row = await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', heldId)
      .executeTakeFirstOrThrow();
    return row.held_mechanic_id;
  };
  app.clock.set(secondsLater(10));
  await start();
  await expectOk(undo());
  expect([(await readMechanic())?.status, await readHold()]).toEqual(['offline', colleague.id]);
});

test('a mechanic who was marked as sick after the start is not switched on or off by the undo', async () => {
  await setStatus('offline');
  app.clock.set(secondsLater(10));
  await start();
  await expectOk(send(app, advisor, 'POST', `/api/mechanics/${mechanic.id}/sick-today`));
  await expectOk(undo());
  const row = await app.store.kysely
    .selectFrom('mechanics')
    .select('availability_set_on')
    .where('person_id', '=', mechanic.id)
    .executeTakeFirstOrThrow();
  expect(row.availability_set_on).toBeNull();
});

test('after an undo and a cancellation, the tracking steps include no departure', async () => {
  await start();
  await expectOk(undo());
  await expectOk(change({ status: 'cancelled', reason: null }, advisor));
  const { steps } = await read<Tracking>(app, advisor, `/api/appointments/${id}/tracking`);
  expect(steps.map(({ name }) => name)).not.toContain('started');
});

test('a start cannot be undone on the dispatch board, and undoing a start cannot undo a placement @access.undo', async () => {
  await start();
  const { events } = await readJob();
  const version = events.at(-1)?.id;
  const url = `/api/appointments/${id}/placement/undo`;
  expect(await readRefusal(send(app, advisor, 'POST', url, { version }))).toEqual([
    409,
    "It's too late to undo this. Please change the appointment instead.",
  ]);
  expect(await readStatus()).toBe('in_progress');
  await expectOk(undo());
  const placed = await send(app, advisor, 'POST', `/api/appointments/${id}/placement`, {
    date: today,
    startTime: '13:00',
    mechanicId: mechanic.id,
  });
  expect(placed.statusCode, placed.body).toBe(200);
  expect((await undo()).statusCode).toBe(409);
  expect(await readJob()).toMatchObject({ startTime: '13:00' });
});
