import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../clean-up-job.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { startFakeRouter } from '@curbwrench/testing/fake-router';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let advisor: Person;
let mechanic: Person;

beforeAll(async () => {
  app = await startApp({ listen: true });
  customer = await makePerson(app, 'customer');
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

beforeEach(async () => {
  app.clock.set(testMorning);
  mechanic = await makeMechanic(app, { firstName: 'Marcus' });
});

const minutesLater = (minutes: number) => new Date(testMorning.getTime() + minutes * 60_000);

/** Creates a confirmed job today at a known location. */
async function makeJob(): Promise<number> {
  return makeAppointment(app, {
    date: '2026-03-03',
    status: 'confirmed',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    latitude: 37.7849,
    longitude: -122.4194,
  });
}

const track = (viewer: Person, id: number) =>
  read<Tracking>(app, viewer, `/api/appointments/${id}/tracking`);

async function reportPosition(lat: number): Promise<void> {
  const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', {
    location: { lat, lng: -122.5 },
  });
  expect(response.statusCode).toBe(200);
}

async function changeJobStatus(id: number, status: string): Promise<void> {
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status });
  expect(response.statusCode).toBe(200);
}

describe('tracking a mechanic', () => {
  test("shows the customer the mechanic's position from departure until the job is done", async () => {
    const id = await makeJob();
    await reportPosition(37.1);
    expect(await track(customer, id)).toMatchObject({
      appointmentId: id,
      status: 'confirmed',
      startTime: '10:00',
      mechanic: { id: mechanic.id, firstName: 'Marcus' },
      position: null,
      destination: { lat: 37.7849, lng: -122.4194 },
    });
    expect((await track(advisor, id)).position).toMatchObject({ lat: 37.1 });
    expect((await track(mechanic, id)).position).toMatchObject({ lat: 37.1 });

    app.clock.set(minutesLater(1));
    await changeJobStatus(id, 'in_progress');
    // The position was reported before the departure.
    expect((await track(customer, id)).position).toBeNull();
    expect((await track(advisor, id)).position).toMatchObject({ lat: 37.1 });
    app.clock.set(minutesLater(2));
    await reportPosition(37.2);
    const tracked = await track(customer, id);
    expect(tracked.position).toEqual({
      lat: 37.2,
      lng: -122.5,
      at: minutesLater(2).toISOString(),
    });
    expect(tracked.steps.find(({ name }) => name === 'started')).toEqual({
      name: 'started',
      done: true,
      at: minutesLater(1).toISOString(),
    });

    await changeJobStatus(id, 'completed');
    for (const viewer of [customer, advisor, mechanic]) {
      expect((await track(viewer, id)).position).toBeNull();
    }
  });

  test('shows when the mechanic arrived, once that is recorded', async () => {
    const id = await makeJob();
    await changeJobStatus(id, 'in_progress');
    await app.store.kysely
      .insertInto('appointment_events')
      .values({ appointment_id: id, kind: 'arrived', at: minutesLater(20), actor_id: mechanic.id })
      .execute();
    expect((await track(customer, id)).steps).toContainEqual({
      name: 'arrived',
      done: true,
      at: minutesLater(20).toISOString(),
    });
  });

  test('has no destination if the address was never located', async () => {
    const id = await makeAppointment(app, { date: '2026-03-03', customer_id: customer.id });
    expect(await track(customer, id)).toMatchObject({ destination: null, mechanic: null });
  });

  test("is refused for another person's appointment, as if it did not exist", async () => {
    const id = await makeJob();
    const strangers = [await makePerson(app, 'customer'), await makeMechanic(app)];
    for (const stranger of strangers) {
      const response = await send(app, stranger, 'GET', `/api/appointments/${id}/tracking`);
      expect([response.statusCode, response.body]).toEqual([404, 'Appointment not found.']);
    }
  });

  test("sends events only to the job's customer and the mechanic's other windows @tracking.own", async () => {
    const id = await makeJob();
    await changeJobStatus(id, 'in_progress');
    const others = [
      await openEventStream(app.url, await makePerson(app, 'customer')),
      await openEventStream(app.url, await makeMechanic(app)),
    ];
    const customerStream = await openEventStream(app.url, customer);
    const mechanicStream = await openEventStream(app.url, mechanic);
    await reportPosition(37.3);
    const expectedData = JSON.stringify({ kind: 'position', id: mechanic.id });
    for (const each of [customerStream, mechanicStream]) {
      await expect.poll(() => each.events().map(({ data }) => data)).toContain(expectedData);
    }
    // Waits until the others' streams have passed this event's number.
    const eventId = customerStream.events().find(({ data }) => data === expectedData)?.id ?? 0;
    for (const other of others) {
      await expect.poll(() => other.lastId()).toBeGreaterThanOrEqual(eventId);
      expect(other.text()).not.toContain(mechanic.id);
    }
    for (const each of [customerStream, mechanicStream, ...others]) each.close();
  });
});

describe('the estimated arrival', () => {
  // At a straight-line distance of 2.5 km from the destination.
  const nearbyLat = 37.7849 - 0.0225;

  async function reportAt(lat: number): Promise<void> {
    const location = { lat, lng: -122.4194 };
    const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', { location });
    expect(response.statusCode).toBe(200);
  }
  const arrivalAt = async (minutes: number, id: number, viewer = customer) => {
    app.clock.set(minutesLater(minutes));
    return (await track(viewer, id)).arrival;
  };

  test('is computed from a fresh position, and changes with it @tracking.arrival', async () => {
    const id = await makeJob();
    await changeJobStatus(id, 'in_progress');
    await reportAt(nearbyLat);
    const firstArrival = await arrivalAt(0, id);
    expect(firstArrival).toMatchObject({ minutes: 8, source: 'estimate', from: 'position' });
    expect(await arrivalAt(3, id)).toMatchObject({ at: firstArrival?.at, minutes: 5 });
    await reportAt(37.7849);
    expect(await arrivalAt(3, id)).toMatchObject({ minutes: 2, from: 'position' });
    expect(await arrivalAt(5, id)).toMatchObject({ minutes: 0, from: 'position' });
  });

  test('falls back to the time computed at departure when the position is old @tracking.hidden', async () => {
    const id = await makeJob();
    await reportAt(nearbyLat);
    app.clock.set(minutesLater(1));
    await changeJobStatus(id, 'in_progress');
    // The customer never sees a position from before the departure, only the arrival computed from it.
    const { position, arrival } = await track(customer, id);
    expect(position).toBeNull();
    expect(arrival).toMatchObject({ minutes: 8, source: 'estimate', from: 'departure' });
    app.clock.set(minutesLater(2));
    await reportAt(37.7849);
    expect(await arrivalAt(5, id)).toMatchObject({ from: 'position' });
    expect(await arrivalAt(6, id)).toEqual({ ...arrival, minutes: 3 });
    expect((await track(customer, id)).position).not.toBeNull();
  });

  test('is the scheduled start if the position at departure is unknown @tracking.hidden', async () => {
    const id = await makeJob();
    await changeJobStatus(id, 'in_progress');
    expect(await arrivalAt(0, id)).toEqual({
      at: minutesLater(60).toISOString(),
      minutes: 60,
      source: null,
      from: 'appointment',
    });
    expect(await arrivalAt(61, id)).toBeNull();
  });

  test('is unknown before the departure, after the arrival, and without a destination @tracking.arrival', async () => {
    const id = await makeJob();
    await reportAt(nearbyLat);
    expect(await arrivalAt(0, id, advisor)).toBeNull();
    await changeJobStatus(id, 'in_progress');
    expect(await arrivalAt(0, id, advisor)).not.toBeNull();
    await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { arrived: true });
    expect(await arrivalAt(0, id)).toBeNull();
    await changeJobStatus(id, 'completed');

    const withoutDestination = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'confirmed',
      customer_id: customer.id,
      mechanic_id: mechanic.id,
      start_time: '12:00',
      end_time: '13:00',
    });
    await changeJobStatus(withoutDestination, 'in_progress');
    expect(await arrivalAt(0, withoutDestination)).toBeNull();
  });

  test('that was promised at departure is stored in the history @tracking.promised', async () => {
    const id = await makeJob();
    await reportAt(nearbyLat);
    await changeJobStatus(id, 'in_progress');
    const promisedArrival = (await track(customer, id)).arrival?.at;
    app.clock.set(minutesLater(20));
    await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { arrived: true });
    for (const viewer of [customer, advisor]) {
      const { events } = await read<AppointmentDetails>(app, viewer, `/api/appointments/${id}`);
      expect(events.filter(({ kind }) => kind === 'started' || kind === 'arrived')).toMatchObject([
        { kind: 'started', at: testMorning.toISOString(), promisedArrival },
        { kind: 'arrived', at: minutesLater(20).toISOString(), promisedArrival: null },
      ]);
    }
    expect(promisedArrival).toBeDefined();
  });

  test('is not promised from a position that is more than ten minutes old @tracking.promised', async () => {
    const id = await makeJob();
    await reportAt(nearbyLat);
    app.clock.set(new Date(minutesLater(10).getTime() + 1));
    await changeJobStatus(id, 'in_progress');
    expect((await track(customer, id)).arrival).toMatchObject({ from: 'appointment' });
  });

  test('uses the router or, if it does not respond, the straight-line distance @tracking.router', async () => {
    const router = await startFakeRouter();
    const appWithRouter = await startApp({
      database: app.database,
      routerUrl: router.url,
      authSecret: app.authSecret,
    });
    const readArrival = async (id: number) =>
      (await read<Tracking>(appWithRouter, customer, `/api/appointments/${id}/tracking`)).arrival;
    const id = await makeJob();
    await reportAt(nearbyLat);
    router.respondWithSeconds(1260);
    const body = { status: 'in_progress' };
    await send(appWithRouter, mechanic, 'PATCH', `/api/appointments/${id}`, body);
    const { events } = await read<AppointmentDetails>(app, customer, `/api/appointments/${id}`);
    expect(events.at(-1)).toMatchObject({ promisedArrival: minutesLater(21).toISOString() });
    await reportAt(nearbyLat);
    expect(await readArrival(id)).toMatchObject({
      minutes: 20,
      source: 'router',
      from: 'position',
    });
    router.respondWithSeconds(null);
    expect(await readArrival(id)).toMatchObject({
      minutes: 20,
      source: 'router',
      from: 'departure',
    });
    router.respondWith((response) => void response.end('<html>'));
    expect(await readArrival(id)).toMatchObject({
      minutes: 8,
      source: 'estimate',
      from: 'position',
    });
    router.stop();
    expect(await readArrival(id)).toMatchObject({
      minutes: 8,
      source: 'estimate',
      from: 'position',
    });
    await appWithRouter.server.close();
  });
});

describe('a position', () => {
  const readMechanic = () =>
    read<{ location: unknown; lastActive: string | null }>(
      app,
      mechanic,
      `/api/mechanics/${mechanic.id}`,
    );

  test('is deleted when the mechanic stops sharing it', async () => {
    await reportPosition(37.4);
    expect((await readMechanic()).location).toMatchObject({ lat: 37.4 });
    const body = { location: null };
    expect(
      (await send(app, mechanic, 'PATCH', '/api/mechanics/status', body)).json(),
    ).toMatchObject({ location: null, status: 'available' });
    expect((await readMechanic()).location).toBeNull();
  });

  test('is stored only while the mechanic is available or on a job', async () => {
    const changeStatus = async (change: object): Promise<unknown> => {
      const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', change);
      expect(response.statusCode).toBe(200);
      return response.json();
    };
    // If the same request changes the status, the new status counts.
    const here = { lat: 37.1, lng: -122.5 };
    expect(await changeStatus({ status: 'offline', location: here })).toMatchObject({
      location: null,
    });
    const available = await changeStatus({ status: 'available', location: here });
    expect(available).toMatchObject({ status: 'available', location: here });
    await changeStatus({ status: 'offline' });
    app.clock.set(minutesLater(1));
    // Sent by a browser tab that doesn't know the new status yet.
    expect(await changeStatus({ location: { lat: 37.2, lng: -122.5 } })).toMatchObject({
      status: 'offline',
      location: { ...here, at: testMorning.toISOString() },
    });
    expect(await changeStatus({ location: null })).toMatchObject({ location: null });
    await changeJobStatus(await makeJob(), 'in_progress');
    expect(await changeStatus({ location: here })).toMatchObject({
      status: 'on_job',
      location: here,
    });
  });

  test('is deleted after a day', async () => {
    await reportPosition(37.5);
    await cleanUp(app.store, minutesLater(24 * 60));
    expect((await readMechanic()).location).not.toBeNull();
    await cleanUp(app.store, new Date(minutesLater(24 * 60).getTime() + 1));
    expect((await readMechanic()).location).toBeNull();
  });

  test('is deleted when a person stops being a mechanic, and is never in the audit trail', async () => {
    await reportPosition(37.654321);
    const admin = await makePerson(app, 'admin');
    const body = { userId: mechanic.id, role: 'customer' };
    expect((await send(app, admin, 'POST', '/api/users/role', body)).statusCode).toBe(200);
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from mechanics
      where person_id = ${mechanic.id} and coalesce(latitude, longitude) is null and position_at is null
    `.execute(app.store.kysely);
    expect(rows).toEqual([{ found: 1 }]);
    const auditRows = await sql`
      select to_jsonb(e)::text from audit_entries e where to_jsonb(e)::text like '%37.65432%'
      union all select to_jsonb(p)::text from audit_personal p where to_jsonb(p)::text like '%37.65432%'
      union all select to_jsonb(q)::text from audit_pending q where to_jsonb(q)::text like '%37.65432%'
    `.execute(app.store.kysely);
    expect(auditRows.rows).toEqual([]);
  });
});

describe('last activity', () => {
  const readLastActive = async () =>
    (await read<{ lastActive: string | null }>(app, advisor, `/api/mechanics/${mechanic.id}`))
      .lastActive;

  test('is recorded when a mechanic makes any request, at most every two minutes @mechanics.last-active', async () => {
    expect(await readLastActive()).toBeNull();
    await read(app, mechanic, '/api/appointments');
    expect(await readLastActive()).toBe(testMorning.toISOString());
    app.clock.set(minutesLater(2));
    await read(app, mechanic, '/api/appointments');
    expect(await readLastActive()).toBe(testMorning.toISOString());
    app.clock.set(minutesLater(3));
    await read(app, mechanic, '/api/appointments');
    expect(await readLastActive()).toBe(minutesLater(3).toISOString());
  });

  // The embedded database has only one connection, so no other connection can lock a row.
  const describeOnPostgres = testDatabaseKind === 'postgres' ? describe : () => {};

  describeOnPostgres('on a PostgreSQL server', () => {
    test('does not wait for a lock on the row', async () => {
      const client = new pg.Client({ connectionString: app.database.url });
      await client.connect();
      await client.query('begin');
      await client.query('select 1 from mechanics where person_id = $1 for update', [mechanic.id]);
      await read(app, mechanic, '/api/appointments');
      await client.query('rollback');
      await client.end();
      expect(await readLastActive()).toBeNull();
      await read(app, mechanic, '/api/appointments');
      expect(await readLastActive()).not.toBeNull();
    });
  });
});
