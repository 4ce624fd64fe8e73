import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { getCurrentTime } from '../application/transaction.ts';
import { cleanUp } from '../clean-up-job.ts';
import { setPositions } from './changes.ts';
import { endSharing } from './end-sharing.ts';

/* Mechanics' positions: which reports are stored, for how long, and who may see them. */

const minute = 60_000;
const day = 24 * 60 * minute;
const here = { lat: 37.77, lng: -122.42 };

let app: TestApp;
let advisor: Person;
let mechanic: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  // Works from 08:00 to 18:00.
  mechanic = await makeMechanic(app);
});

async function report(location: object, status?: string): Promise<Mechanic> {
  const body = { location, ...(status && { status }) };
  const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', body);
  expect([response.statusCode, body]).toEqual([200, body]);
  return response.json();
}

async function readHistory(): Promise<{ lat: number; at: Date }[]> {
  return app.store.kysely
    .selectFrom('mechanic_positions')
    .select(['latitude as lat', 'at'])
    .where('mechanic_id', '=', mechanic.id)
    .orderBy('at')
    .execute();
}
const listStoredLatitudes = async () => (await readHistory()).map(({ lat }) => lat);

async function countEvents(): Promise<number> {
  const rows = await app.store.kysely
    .selectFrom('outbox')
    .select('subject_id')
    .where('subject_id', '=', mechanic.id)
    .execute();
  return rows.length;
}

const readAsOffice = async () =>
  (await read<Mechanic[]>(app, advisor, '/api/mechanics')).find(({ id }) => id === mechanic.id);

const setTime = (time: string) => app.clock.set(new Date(`2026-03-03T${time}:00-08:00`));

/** Starts a job today for a new customer. Returns the job's id and the customer. */
async function startJob(): Promise<{ id: number; customer: Person }> {
  const customer = await makePerson(app, 'customer');
  const id = await makeAppointment(app, {
    date: '2026-03-03',
    status: 'confirmed',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
  });
  const url = `/api/appointments/${id}`;
  const started = await send(app, mechanic, 'PATCH', url, { status: 'in_progress' });
  expect(started.statusCode).toBe(200);
  return { id, customer };
}

describe('a reported position', () => {
  test('is stored as the last position and in the history @tracking.retention', async () => {
    await report({ ...here, accuracy: 12 });
    app.clock.set(new Date(testMorning.getTime() + minute));
    const { location } = await report({ lat: 37.775, lng: -122.42, accuracy: 12 });
    expect(location).toMatchObject({ lat: 37.775 });
    expect(location).not.toHaveProperty('accuracy');
    expect(await readHistory()).toEqual([
      { lat: 37.77, at: testMorning },
      { lat: 37.775, at: app.clock.now() },
    ]);
  });

  test('that is coarse or impossible changes nothing and gets the usual response @tracking.measured', async () => {
    await report({ ...here, accuracy: 12 });
    const events = await countEvents();
    app.clock.set(new Date(testMorning.getTime() + minute));
    const storedLocation = { ...here, at: testMorning.toISOString() };
    expect(await report({ lat: 37.771, lng: -122.42, accuracy: 100.5 })).toMatchObject({
      status: 'available',
      location: storedLocation,
    });
    expect((await report({ lat: 40.7, lng: -74, accuracy: 5 })).location).toEqual(storedLocation);
    expect(await listStoredLatitudes()).toEqual([37.77]);
    expect(await countEvents()).toBe(events);

    // After more than ten minutes, the mechanic can be in another city.
    app.clock.set(new Date(testMorning.getTime() + 11 * minute));
    expect((await report({ lat: 40.7, lng: -74, accuracy: 5 })).location).toMatchObject({
      lat: 40.7,
    });
  });

  test('that is too coarse does not undo a status change in the same request', async () => {
    await report({ ...here, accuracy: 12 });
    expect(await report({ ...here, accuracy: 5_000 }, 'offline')).toMatchObject({
      status: 'offline',
    });
    expect((await report({ ...here, accuracy: 5_000 }, 'available')).status).toBe('available');
  });

  test('is not stored if the mechanic has just switched to Unavailable in another tab @tracking.reports', async () => {
    await report(here);
    await send(app, mechanic, 'PATCH', '/api/mechanics/status', { status: 'offline' });
    const currentTime = getCurrentTime(app);
    const events = await countEvents();
    // Simulates a request that read the status before the switch.
    const positions = [{ mechanicId: mechanic.id, lat: 1, lng: 2 }];
    expect(await setPositions(app.store.kysely, positions, currentTime)).toEqual(new Set());
    expect(await listStoredLatitudes()).toEqual([37.77]);
    expect((await readAsOffice())?.location).toMatchObject(here);
    expect(await countEvents()).toBe(events);
  });

  test('is stored in one batch with others, each with its own checks and response', async () => {
    const colleagues = [await makeMechanic(app), await makeMechanic(app)] as const;
    const offlineMechanic = await makeMechanic(app);
    await send(app, offlineMechanic, 'PATCH', '/api/mechanics/status', { status: 'offline' });
    const reports = [
      [colleagues[0], { ...here, lat: 37.771, accuracy: 8 }],
      [colleagues[1], { ...here, lat: 37.772, accuracy: 8 }],
      [mechanic, { ...here, lat: 37.773, accuracy: 8 }],
      [mechanic, { ...here, lat: 37.774, accuracy: 8 }],
      [mechanic, { ...here, lat: 37.775, accuracy: 500 }],
      [offlineMechanic, { ...here, lat: 37.776, accuracy: 8 }],
      [advisor, { ...here, lat: 37.777, accuracy: 8 }],
    ] as const;
    const results = await Promise.all(
      reports.map(async ([person, location]) => {
        const url = '/api/mechanics/status';
        const response = await send(app, person, 'PATCH', url, { location });
        const { statusCode } = response;
        return statusCode === 200 ? response.json<Mechanic>().location?.lat : statusCode;
      }),
    );
    expect(results.slice(0, 4)).toEqual([37.771, 37.772, 37.773, 37.774]);
    expect([37.773, 37.774, undefined], 'the previously stored position, if any').toContain(
      results[4],
    );
    expect(results.slice(5)).toEqual([undefined, 403]);
    // Requests sent together may arrive in any order.
    const [last, ...others] = await listStoredLatitudes();
    expect([37.773, 37.774]).toContain(last);
    expect(others, 'if two have the same timestamp, one is stored').toEqual([]);
    const all = await read<Mechanic[]>(app, advisor, '/api/mechanics');
    const shownLatitudes = [...colleagues, mechanic, offlineMechanic].map(
      (person) => all.find(({ id }) => id === person.id)?.location?.lat,
    );
    expect(shownLatitudes).toEqual([37.771, 37.772, last, undefined]);
    expect(await countEvents(), 'one for each stored position').toBe(2);
  });

  test('without an accuracy is stored however far away it is', async () => {
    for (const lat of [37.77, 37.78, 40.7, -33.9]) {
      expect((await report({ lat, lng: 10 })).location).toMatchObject({ lat });
    }
    const latitudes = await listStoredLatitudes();
    expect(latitudes, 'if several have the same timestamp, the last is stored').toEqual([-33.9]);
  });
});

describe('the position history', () => {
  test('is deleted after the configured number of days @tracking.retention', async () => {
    await report(here);
    const { store } = app;
    await cleanUp(store, new Date(testMorning.getTime() + 7 * day));
    expect(await listStoredLatitudes()).toEqual([37.77]);
    await cleanUp(store, new Date(testMorning.getTime() + 7 * day + 1), 30);
    expect(await listStoredLatitudes()).toEqual([37.77]);
    await cleanUp(store, new Date(testMorning.getTime() + 7 * day + 1));
    expect(await listStoredLatitudes()).toEqual([]);
  });

  test('is deleted when a person stops being a mechanic @tracking.retention', async () => {
    await report(here);
    await send(app, mechanic, 'PATCH', '/api/mechanics/status', { location: null });
    expect(await listStoredLatitudes(), 'not when sharing ends').toEqual([37.77]);
    const admin = await makePerson(app, 'admin');
    const body = { userId: mechanic.id, role: 'customer' };
    expect((await send(app, admin, 'POST', '/api/users/role', body)).statusCode).toBe(200);
    expect(await listStoredLatitudes()).toEqual([]);
  });
});

describe('sharing ends automatically', () => {
  test('at the end of working hours, even if the mechanic switched to Available during them @tracking.hours', async () => {
    await report(here, 'available');
    setTime('17:59');
    expect(await report(here)).toMatchObject({ sharingEnded: false, location: here });

    setTime('18:00');
    expect(await report({ lat: 37.7701, lng: -122.42 })).toMatchObject({
      status: 'available',
      sharingEnded: true,
      location: here,
    });
    const events = await countEvents();
    await endSharing(app);
    expect(await readAsOffice()).toMatchObject({ sharingEnded: true, location: null });
    expect(await countEvents(), 'open screens are notified').toBe(events + 1);
    await endSharing(app);
    expect(await countEvents()).toBe(events + 1);
    expect(await listStoredLatitudes()).toEqual([37.77, 37.77]);
  });

  test('but not before the job in progress is completed @tracking.hours', async () => {
    const { id } = await startJob();
    setTime('18:30');
    await endSharing(app);
    expect(await report(here)).toMatchObject({ status: 'on_job', sharingEnded: false });
    await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
    await endSharing(app);
    expect(await readAsOffice()).toMatchObject({ status: 'available', location: null });
    expect((await report(here)).location).toBeNull();
  });

  test('at midnight for a mechanic who switches to Available after working hours or on a day off @tracking.hours', async () => {
    setTime('20:00');
    expect((await report(here)).location).toBeNull();
    expect(await report(here, 'available')).toMatchObject({ sharingEnded: false, location: here });
    await endSharing(app);
    setTime('23:59');
    expect((await report(here)).location).toMatchObject(here);
    app.clock.set(new Date('2026-03-04T00:00:00-08:00'));
    expect(await readAsOffice()).toMatchObject({ status: 'offline' });
    await endSharing(app);
    expect((await readAsOffice())?.location).toBeNull();

    // A Saturday, which is a day off.
    app.clock.set(new Date('2026-03-07T20:00:00-08:00'));
    expect((await report(here, 'available')).location).toMatchObject(here);
    await endSharing(app);
    expect((await readAsOffice())?.location).toMatchObject(here);
  });
});

test("a position is visible only to the office, the mechanic and the current job's customer; nobody can see the history @tracking.private", async () => {
  const lastLatitude = 37.765_432_1;
  const olderLatitude = 37.763_219_8;
  const { id, customer } = await startJob();
  await report({ lat: olderLatitude, lng: -122.42, accuracy: 8 });
  app.clock.set(new Date(testMorning.getTime() + minute));
  await report({ lat: lastLatitude, lng: -122.42, accuracy: 8 });
  await report({ lat: 37.799_998_7, lng: -122.42, accuracy: 500 });
  expect(await listStoredLatitudes()).toEqual([olderLatitude, lastLatitude]);

  const paths = [
    `/api/appointments/${id}/tracking`,
    `/api/appointments/${id}`,
    '/api/appointments',
    `/api/mechanics/${mechanic.id}`,
    '/api/mechanics',
    '/api/business',
  ];
  const viewers = {
    visitor: null,
    stranger: await makePerson(app, 'customer'),
    colleague: await makeMechanic(app),
    customer,
    mechanic,
    advisor,
  };
  const visiblePaths: Record<string, string[]> = {};
  for (const [name, viewer] of Object.entries(viewers)) {
    const bodies = await Promise.all(
      paths.map(async (path) => [path, (await send(app, viewer, 'GET', path)).body] as const),
    );
    const all = bodies.map(([, body]) => body).join('\n');
    expect(all, name).not.toContain(String(olderLatitude));
    expect(all, name).not.toContain('37.7999987');
    visiblePaths[name] = bodies
      .filter(([, body]) => body.includes(String(lastLatitude)))
      .map(([path]) => path);
  }
  expect(visiblePaths).toEqual({
    visitor: [],
    stranger: [],
    colleague: [],
    customer: [paths[0]],
    mechanic: [paths[0], paths[3]],
    advisor: [paths[0], paths[3], paths[4]],
  });

  await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
  const tracking = await read<Tracking>(app, customer, `/api/appointments/${id}/tracking`);
  expect(tracking.position).toBeNull();
});
