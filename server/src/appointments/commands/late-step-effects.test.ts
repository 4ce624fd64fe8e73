import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { expect, test } from 'vitest';
import { makeAppointment, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import type { TestApp } from '@curbwrench/testing/start-app';
import { assignEventNumbers } from '../../database/outbox-queries.ts';

/*
 * The side effects of a late job step: on the mechanic's availability switch, on notifications and on the expected
 * arrival.
 */

let app: TestApp;
let advisor: Person;
let customer: Person;
let mechanic: Person;

const today = '2026-03-03';
const friday = '2026-03-06';
const localTime = (time: string, date = today) => new Date(`${date}T${time}-08:00`);

prepareAppWithTeam(1, (prepared) => {
  ({ app, advisor, customer } = prepared);
  // Works from 08:00 to 18:00 on weekdays.
  [mechanic] = prepared.team.mechanics;
});

function makeJob(date = today): Promise<number> {
  return makeAppointment(app, {
    date,
    status: 'confirmed',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    latitude: 37.7849,
    longitude: -122.4194,
  });
}

/** Sends a job step; with `pressedAt`, as a step whose button was pressed at that time. */
async function sendStep(id: number, body: object, pressedAt?: Date): Promise<void> {
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, {
    ...body,
    ...(pressedAt && { pressedAt: pressedAt.toISOString() }),
  });
  expect(response.statusCode, response.body).toBe(200);
}

async function changeStatus(body: object): Promise<void> {
  const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', body);
  expect(response.statusCode, response.body).toBe(200);
}

const readMechanic = async () =>
  (await read<Mechanic[]>(app, advisor, '/api/mechanics')).find(({ id }) => id === mechanic.id);

async function countSlotEvents(): Promise<number> {
  const rows = await app.store.kysely
    .selectFrom('outbox')
    .select('subject_id')
    .where('kind', '=', 'slot')
    .execute();
  return rows.length;
}

const start = { status: 'in_progress' };
const arrive = { arrived: true };
const complete = { status: 'completed' };

test('a step sent after working hours does not extend location sharing until midnight @mechanics.late-step', async () => {
  const id = await makeJob();
  app.clock.set(localTime('20:00'));
  await sendStep(id, start, localTime('14:00'));
  expect(await readMechanic()).toMatchObject({ status: 'on_job', sharingEnded: false });
  await sendStep(id, arrive, localTime('14:30'));
  await sendStep(id, complete, localTime('15:00'));
  expect(await readMechanic()).toMatchObject({ status: 'available', sharingEnded: true });
});

test('a step whose button was pressed on a previous day does not make the mechanic available @mechanics.late-step', async () => {
  const id = await makeJob(friday);
  app.clock.set(localTime('22:00', friday));
  await sendStep(id, start);
  // Saturday, a day off.
  app.clock.set(localTime('07:00', '2026-03-07'));
  expect(await readMechanic()).toMatchObject({ status: 'on_job' });
  await sendStep(id, complete, localTime('23:30', friday));
  expect(await readMechanic()).toMatchObject({ status: 'offline' });
});

test.each([
  ['a switch set after the step is left alone', '12:00', 'offline'],
  ['a switch set before the step is turned to available', '09:30', 'available'],
])('%s @mechanics.late-step', async (_title, switchedOffAt, status) => {
  const id = await makeJob();
  app.clock.set(localTime(switchedOffAt));
  await changeStatus({ status: 'offline' });
  app.clock.set(localTime('13:00'));
  const slotEvents = await countSlotEvents();
  await sendStep(id, start, localTime('10:00'));
  expect(await readMechanic()).toMatchObject({ status: 'on_job' });
  // Today's time slots change only if the mechanic is available again.
  expect((await countSlotEvents()) - slotEvents).toBe(status === 'available' ? 1 : 0);
  await sendStep(id, arrive, localTime('10:30'));
  await sendStep(id, complete, localTime('11:00'));
  expect(await readMechanic()).toMatchObject({ status });
});

test('the customer is not notified of a start that is sent later, but screens are updated @mechanics.late-step', async () => {
  const listKinds = async () => {
    await assignEventNumbers(app.store.kysely);
    const notifications = await read<Notification[]>(app, customer, '/api/notifications');
    return notifications.map(({ kind }) => kind);
  };
  const lateId = await makeJob();
  app.clock.set(localTime('11:00'));
  await sendStep(lateId, start, localTime('10:00'));
  await app.sendDueNotifications();
  expect(await listKinds()).toEqual([]);
  const events = await app.store.kysely
    .selectFrom('outbox')
    .select('customer_id')
    .where('kind', '=', 'appointment')
    .where('subject_id', '=', String(lateId))
    .execute();
  expect(events).toEqual([{ customer_id: customer.id }]);
  await sendStep(lateId, complete, localTime('10:45'));
  await app.sendDueNotifications();
  expect(await listKinds()).toEqual(['completed']);

  const retriedId = await makeJob();
  await sendStep(retriedId, start, localTime('10:59:30'));
  app.clock.set(localTime('11:00:30'));
  await app.sendDueNotifications();
  expect(await listKinds()).toContain('started');
});

test.each([
  ['retried immediately', '10:00:59', true],
  ['sent later', '10:01:00', false],
])(
  'a start that is %s at %s has a promised arrival: %s @mechanics.late-step',
  async (_title, sentAt, isPromised) => {
    const id = await makeJob();
    app.clock.set(localTime('10:00'));
    await changeStatus({ location: { lat: 37.7624, lng: -122.4194 } });
    app.clock.set(localTime(sentAt));
    await sendStep(id, start, localTime('10:00'));
    const { events } = await read<AppointmentDetails>(app, customer, `/api/appointments/${id}`);
    const promisedArrival = events.find(({ kind }) => kind === 'started')?.promisedArrival;
    expect(typeof promisedArrival === 'string').toBe(isPromised);
  },
);

test("a phone with a fast clock can't start the next day's job @mechanics.late-step", async () => {
  const id = await makeJob('2026-03-04');
  app.clock.set(localTime('23:55'));
  const body = { ...start, pressedAt: localTime('00:03', '2026-03-04').toISOString() };
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, body);
  expect(response.statusCode, response.body).toBe(409);
  expect(await readMechanic()).not.toMatchObject({ status: 'on_job' });
});
