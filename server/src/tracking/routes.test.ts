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
import { openEvents } from '@curbwrench/testing/event-stream';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let customer: Person;
let advisor: Person;
let mechanic: Person;

beforeAll(async () => {
  site = await startApp({ listen: true });
  customer = await makePerson(site, 'customer');
  advisor = await makePerson(site, 'service_advisor');
});
afterAll(() => site.stop());

beforeEach(async () => {
  site.clock.set(testMorning);
  mechanic = await makeMechanic(site, { firstName: 'Marcus' });
});

const minutesLater = (minutes: number) => new Date(testMorning.getTime() + minutes * 60_000);

/** Creates a confirmed job of today at a known place. */
async function makeJob(): Promise<number> {
  return makeAppointment(site, {
    date: '2026-03-03',
    status: 'confirmed',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    latitude: 37.7849,
    longitude: -122.4194,
  });
}

const track = (viewer: Person, id: number) =>
  read<Tracking>(site, viewer, `/api/appointments/${id}/tracking`);

async function ping(lat: number): Promise<void> {
  const answer = await send(site, mechanic, 'PATCH', '/api/mechanics/status', {
    location: { lat, lng: -122.5 },
  });
  expect(answer.statusCode).toBe(200);
}

async function move(id: number, status: string): Promise<void> {
  const answer = await send(site, mechanic, 'PATCH', `/api/appointments/${id}`, { status });
  expect(answer.statusCode).toBe(200);
}

describe('tracking a mechanic', () => {
  test('shows the customer the position from the departure until the job is done', async () => {
    const id = await makeJob();
    await ping(37.1);
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

    site.clock.set(minutesLater(1));
    await move(id, 'in_progress');
    // Reported before they departed.
    expect((await track(customer, id)).position).toBeNull();
    expect((await track(advisor, id)).position).toMatchObject({ lat: 37.1 });
    site.clock.set(minutesLater(2));
    await ping(37.2);
    const underWay = await track(customer, id);
    expect(underWay.position).toEqual({
      lat: 37.2,
      lng: -122.5,
      at: minutesLater(2).toISOString(),
    });
    expect(underWay.steps.find(({ name }) => name === 'started')).toEqual({
      name: 'started',
      done: true,
      at: minutesLater(1).toISOString(),
    });

    await move(id, 'completed');
    for (const viewer of [customer, advisor, mechanic]) {
      expect((await track(viewer, id)).position).toBeNull();
    }
  });

  test('shows when the mechanic arrived, once that was recorded', async () => {
    const id = await makeJob();
    await move(id, 'in_progress');
    await site.store.kysely
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
    const id = await makeAppointment(site, { date: '2026-03-03', customer_id: customer.id });
    expect(await track(customer, id)).toMatchObject({ destination: null, mechanic: null });
  });

  test("of another person's appointment is not possible: it does not exist for them", async () => {
    const id = await makeJob();
    const strangers = [await makePerson(site, 'customer'), await makeMechanic(site)];
    for (const stranger of strangers) {
      const answer = await send(site, stranger, 'GET', `/api/appointments/${id}/tracking`);
      expect([answer.statusCode, answer.body]).toEqual([404, 'There is no such appointment.']);
    }
  });

  test('sends events to the customer of the job, and to no other', async () => {
    const id = await makeJob();
    await move(id, 'in_progress');
    const stranger = await openEvents(site.url, await makePerson(site, 'customer'));
    const stream = await openEvents(site.url, customer);
    await ping(37.3);
    const news = JSON.stringify({ kind: 'mechanic', id: mechanic.id });
    await expect.poll(() => stream.events().map(({ data }) => data)).toContain(news);
    // The stranger's stream has passed it.
    const told = stream.events().find(({ data }) => data === news)?.id ?? 0;
    await expect.poll(() => stranger.lastId()).toBeGreaterThanOrEqual(told);
    expect(stranger.text()).not.toContain(mechanic.id);
    stream.close();
    stranger.close();
  });
});

describe('a position', () => {
  const located = () =>
    read<{ location: unknown; lastActive: string | null }>(
      site,
      mechanic,
      `/api/mechanics/${mechanic.id}`,
    );

  test('is deleted when its mechanic no longer shares it', async () => {
    await ping(37.4);
    expect((await located()).location).toMatchObject({ lat: 37.4 });
    const body = { location: null };
    expect(
      (await send(site, mechanic, 'PATCH', '/api/mechanics/status', body)).json(),
    ).toMatchObject({ location: null, status: 'available' });
    expect((await located()).location).toBeNull();
  });

  test('is stored only while the mechanic is available or on a job', async () => {
    const tell = async (change: object): Promise<unknown> => {
      const answer = await send(site, mechanic, 'PATCH', '/api/mechanics/status', change);
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    // With the switch in the same request, its new value counts.
    const here = { lat: 37.1, lng: -122.5 };
    expect(await tell({ status: 'offline', location: here })).toMatchObject({ location: null });
    const on = await tell({ status: 'available', location: here });
    expect(on).toMatchObject({ status: 'available', location: here });
    await tell({ status: 'offline' });
    site.clock.set(minutesLater(1));
    // From a browser tab that doesn't know yet.
    expect(await tell({ location: { lat: 37.2, lng: -122.5 } })).toMatchObject({
      status: 'offline',
      location: { ...here, at: testMorning.toISOString() },
    });
    expect(await tell({ location: null })).toMatchObject({ location: null });
    await move(await makeJob(), 'in_progress');
    expect(await tell({ location: here })).toMatchObject({ status: 'on_job', location: here });
  });

  test('is deleted after a day', async () => {
    await ping(37.5);
    await cleanUp(site.store, minutesLater(24 * 60));
    expect((await located()).location).not.toBeNull();
    await cleanUp(site.store, new Date(minutesLater(24 * 60).getTime() + 1));
    expect((await located()).location).toBeNull();
  });

  test('is deleted when the mechanic stops working, and is never in the audit trail', async () => {
    await ping(37.654321);
    const admin = await makePerson(site, 'admin');
    const body = { userId: mechanic.id, role: 'customer' };
    expect((await send(site, admin, 'POST', '/api/users/role', body)).statusCode).toBe(200);
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from mechanics
      where user_id = ${mechanic.id} and coalesce(latitude, longitude) is null and position_at is null
    `.execute(site.store.kysely);
    expect(rows).toEqual([{ found: 1 }]);
    const trail = await sql`
      select to_jsonb(e)::text from audit_entries e where to_jsonb(e)::text like '%37.65432%'
      union all select to_jsonb(p)::text from audit_personal p where to_jsonb(p)::text like '%37.65432%'
      union all select to_jsonb(q)::text from audit_pending q where to_jsonb(q)::text like '%37.65432%'
    `.execute(site.store.kysely);
    expect(trail.rows).toEqual([]);
  });
});

describe('last activity', () => {
  const lastActive = async () =>
    (await read<{ lastActive: string | null }>(site, advisor, `/api/mechanics/${mechanic.id}`))
      .lastActive;

  test('is recorded when a mechanic makes any request, at most every two minutes @mechanics.last-active', async () => {
    expect(await lastActive()).toBeNull();
    await read(site, mechanic, '/api/appointments');
    expect(await lastActive()).toBe(testMorning.toISOString());
    site.clock.set(minutesLater(2));
    await read(site, mechanic, '/api/appointments');
    expect(await lastActive()).toBe(testMorning.toISOString());
    site.clock.set(minutesLater(3));
    await read(site, mechanic, '/api/appointments');
    expect(await lastActive()).toBe(minutesLater(3).toISOString());
  });

  // The embedded database has one session, so no other session can lock a row.
  const onServer = testDatabaseKind === 'postgres' ? describe : () => {};

  onServer('on a server', () => {
    test('does not wait for a lock on the row', async () => {
      const client = new pg.Client({ connectionString: site.database.url });
      await client.connect();
      await client.query('begin');
      await client.query('select 1 from mechanics where user_id = $1 for update', [mechanic.id]);
      await read(site, mechanic, '/api/appointments');
      await client.query('rollback');
      await client.end();
      expect(await lastActive()).toBeNull();
      await read(site, mechanic, '/api/appointments');
      expect(await lastActive()).not.toBeNull();
    });
  });
});
