import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { changeEvent } from '@curbwrench/contract/events/schemas';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { assignEventNumbers, getOutboxBounds } from '../../database/outbox-queries.ts';
import { cleanUp } from '../../clean-up-job.ts';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  ageSessions,
  makeVehicle,
  openSession,
  isSessionOpen,
  tokenIn,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import { openEventStream, type EventStream } from '@curbwrench/testing/event-stream';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let database: TestDatabase;
let reopenedDatabase: TestDatabase;
let site: TestApp;
/** A second server process on the same database. */
let otherSite: TestApp;
let admin: Person;
let advisor: Person;
let crew: Crew;
const openStreams: EventStream[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startApp({ database, listen: true });
  reopenedDatabase = await reopen(database);
  otherSite = await startApp({
    database: reopenedDatabase,
    listen: true,
    authSecret: site.authSecret,
  });
  admin = await makePerson(site, 'admin');
  advisor = await makePerson(site, 'service_advisor');
  crew = await makeCrew(site, 6);
});
afterEach(() => {
  vi.useRealTimers();
  for (const stream of openStreams.splice(0)) stream.close();
});
afterAll(async () => {
  await site.stop();
  await otherSite.stop();
  await reopenedDatabase.drop();
  await database.drop();
});

async function openStream(
  person: Pick<Person, 'headers'>,
  lastEventId?: number | string,
  app = site,
): Promise<EventStream> {
  const stream = await openEventStream(app.url, person, lastEventId);
  openStreams.push(stream);
  return stream;
}

/** Returns the ids in the change events of one kind that a stream has received, in order. */
function listIds(stream: EventStream, kind: string): string[] {
  return stream
    .events()
    .filter(({ event }) => event === 'change')
    .map(({ data }) => changeEvent.parse(JSON.parse(data)))
    .filter((change) => change.kind === kind)
    .map(({ id }) => id);
}

const hasEnded = async (cookie: string) => !(await isSessionOpen(site, cookie));

async function makeCustomer() {
  const customer = await makePerson(site, 'customer');
  return { ...customer, vehicleId: await makeVehicle(site, customer.id) };
}

function book(
  customer: Person & { vehicleId: number },
  startTime: string,
  date: string,
  app = site,
) {
  return send(app, customer, 'POST', '/api/appointments', {
    vehicleId: customer.vehicleId,
    serviceId: crew.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: '7 Secret Lane' }),
    notes: 'The gate code is 4711.',
  });
}

/** Returns the newest event number. */
async function readNewestNumber(): Promise<number> {
  await assignEventNumbers(site.store.kysely);
  return (await getOutboxBounds(site.store.kysely)).newest;
}

async function waitUntilCaughtUp(...streams: EventStream[]): Promise<void> {
  const last = await readNewestNumber();
  await vi.waitFor(() => {
    for (const stream of streams) expect(stream.lastId()).toBeGreaterThanOrEqual(last);
  }, 10_000);
}

describe('live events', () => {
  test("appointment events reach only the appointment's customer and mechanic, and dispatch", async () => {
    const customer = await makeCustomer();
    const stranger = await makeCustomer();
    const [mechanic, second, third] = crew.mechanics;
    const streams = {
      customer: await openStream(customer),
      stranger: await openStream(stranger),
      mechanic: await openStream(mechanic),
      second: await openStream(second ?? mechanic),
      third: await openStream(third ?? mechanic),
      advisor: await openStream(advisor),
      admin: await openStream(admin),
    };
    const id = String((await book(customer, '10:00', '2026-03-04')).json<{ id: number }>().id);
    await waitUntilCaughtUp(...Object.values(streams));
    const listReceivers = () =>
      Object.entries(streams)
        .filter(([, stream]) => listIds(stream, 'appointment').includes(id))
        .map(([name]) => name);
    // The appointment holds a mechanic's time, but no event reveals whose.
    expect(listReceivers()).toEqual(['customer', 'advisor', 'admin']);

    const assign = (mechanicId: string) =>
      send(site, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'confirmed', mechanicId });
    await assign(mechanic.id);
    await waitUntilCaughtUp(...Object.values(streams));
    expect(listReceivers()).toEqual(['customer', 'mechanic', 'advisor', 'admin']);

    // The mechanic who is replaced also gets the event.
    const before = listIds(streams.mechanic, 'appointment').length;
    await assign(second?.id ?? '');
    await waitUntilCaughtUp(...Object.values(streams));
    expect(listReceivers()).toEqual(['customer', 'mechanic', 'second', 'advisor', 'admin']);
    expect(listIds(streams.mechanic, 'appointment').length).toBe(before + 1);
  });

  test('time slot and service events reach everyone', async () => {
    const stranger = await openStream(await makeCustomer());
    await book(await makeCustomer(), '11:00', '2026-03-04');
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 10 });
    await waitUntilCaughtUp(stranger);
    expect(listIds(stranger, 'slot')).toEqual(['2026-03-04']);
    expect(listIds(stranger, 'service')).toEqual([String(crew.serviceId)]);
    expect(listIds(stranger, 'appointment')).toEqual([]);
  });

  test('a new or renamed holiday reaches mechanics, but no customer @holidays.edit', async () => {
    const mechanic = await openStream(crew.mechanics[0]);
    const customer = await openStream(await makeCustomer());
    const date = '2026-07-03';
    await send(site, admin, 'POST', '/api/holidays', { date, name: 'Closed' });
    await waitUntilCaughtUp(mechanic, customer);
    expect(listIds(mechanic, 'working_time')).toEqual([date]);
    await send(site, admin, 'PATCH', `/api/holidays/${date}`, { name: 'Day off' });
    await waitUntilCaughtUp(mechanic, customer);
    expect(listIds(mechanic, 'working_time')).toEqual([date, date]);
    expect(listIds(customer, 'working_time')).toEqual([]);
    await send(site, admin, 'DELETE', `/api/holidays/${date}`);
  });

  test('a change that does not affect availability sends no time slot event', async () => {
    const customer = await makeCustomer();
    const stream = await openStream(customer);
    const countEvents = () => [
      listIds(stream, 'appointment').length,
      listIds(stream, 'slot').length,
    ];
    const { id } = (await book(customer, '12:00', '2026-03-12')).json<{ id: number }>();
    await vi.waitFor(() => expect(countEvents()).toEqual([1, 1]));
    await send(site, customer, 'PATCH', `/api/appointments/${id}`, { notes: 'blue door' });
    await vi.waitFor(() => expect(countEvents()).toEqual([2, 1]));
    await send(site, customer, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
    await vi.waitFor(() => expect(countEvents()).toEqual([3, 2]));
  });

  test('payment, vehicle and mechanic events reach only the people they concern', async () => {
    const customer = await makeCustomer();
    const [mechanic] = crew.mechanics;
    const customerStream = await openStream(customer);
    const strangerStream = await openStream(await makeCustomer());
    const mechanicStream = await openStream(mechanic);
    const id = await makeAppointment(site, {
      date: '2026-03-03',
      status: 'in_progress',
      mechanic_id: mechanic.id,
      customer_id: customer.id,
    });
    await send(site, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
    await send(site, customer, 'PATCH', `/api/vehicles/${customer.vehicleId}`, { model: 'Jazz' });
    await waitUntilCaughtUp(customerStream, strangerStream, mechanicStream);
    expect(listIds(customerStream, 'payment')).toHaveLength(1);
    expect(listIds(mechanicStream, 'payment')).toHaveLength(1);
    expect(listIds(mechanicStream, 'mechanic')).toEqual([mechanic.id]);
    expect(listIds(customerStream, 'vehicle')).toEqual([String(customer.vehicleId)]);
    expect([
      listIds(strangerStream, 'payment'),
      listIds(strangerStream, 'vehicle'),
      listIds(strangerStream, 'mechanic'),
    ]).toEqual([[], [], []]);
  });

  test("an event contains only a kind and an id, and none of the record's data", async () => {
    const stream = await openStream(admin);
    await book(await makeCustomer(), '12:00', '2026-03-04');
    await waitUntilCaughtUp(stream);
    for (const { event, data } of stream.events()) {
      expect(event).toBe('change');
      expect(Object.keys(JSON.parse(data) as object)).toEqual(['kind', 'id']);
    }
    expect(stream.text()).not.toMatch(/Secret|4711|example\.com/);
  });

  test('a refused change sends no event', async () => {
    const before = await readNewestNumber();
    expect((await book(await makeCustomer(), '10:30', '2026-03-04')).statusCode).toBe(409);
    expect(await readNewestNumber()).toBe(before);
  });

  test('a client without a session gets 401 and no events', async () => {
    const response = await openEventStream(site.url, null);
    await response.ended;
    expect([response.status, response.text()]).toEqual([401, 'Please log in first.']);
  });
});

describe('the event stream', () => {
  test('returns 404 for a HEAD request, signed in or not', async () => {
    for (const headers of [{}, admin.headers]) {
      const headRequest = request(`${site.url}/api/events`, {
        method: 'HEAD',
        agent: false,
        headers,
      });
      headRequest.end();
      const [response] = (await once(headRequest, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      expect(response.statusCode).toBe(404);
    }
  });

  test('has headers that prevent proxies and browsers from caching or buffering it', async () => {
    const stream = await openStream(admin);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  test('sends the session cookie again if opening the stream extended the session', async () => {
    const person = await makePerson(site, 'customer');
    await ageSessions(site, person.id);
    const stream = await openStream(person);
    expect(stream.headers['set-cookie']?.join()).toContain(person.headers.cookie);
  });

  test('delivers events from one server process to clients of another, in both directions', async () => {
    const session = await openSession(otherSite, admin.id);
    const stream = await openStream(admin);
    const otherStream = await openStream({ headers: session }, undefined, otherSite);
    const firstId = (await book(await makeCustomer(), '13:00', '2026-03-04')).json<{ id: number }>()
      .id;
    const customer = await makeCustomer();
    const secondId = (
      await book(
        { ...customer, headers: await openSession(otherSite, customer.id) },
        '14:00',
        '2026-03-04',
        otherSite,
      )
    ).json<{ id: number }>().id;
    await waitUntilCaughtUp(stream, otherStream);
    for (const each of [stream, otherStream]) {
      expect(listIds(each, 'appointment')).toEqual([String(firstId), String(secondId)]);
    }
  });

  test('delivers a change to clients of another process within a second of the response @appointments.live', async () => {
    const streams = [await openStream(admin), await openStream(admin, undefined, otherSite)];
    const delays: number[] = [];
    for (let change = 0; change < 50; change += 1) {
      const [sender, stream] = change % 2 === 0 ? [site, streams[1]] : [otherSite, streams[0]];
      const count = () => (stream ? listIds(stream, 'service').length : 0);
      const before = count();
      const url = `/api/services/${crew.serviceId}`;
      const response = await send(sender, admin, 'PATCH', url, { price: 20 + change });
      expect(response.statusCode).toBe(200);
      const respondedAt = performance.now();
      await vi.waitFor(() => expect(count()).toBe(before + 1), { timeout: 10_000, interval: 5 });
      delays.push(performance.now() - respondedAt);
      // Both streams have received it before the next change.
      await waitUntilCaughtUp(...streams);
    }
    const p95 = delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Infinity;
    expect(p95, delays.map(Math.round).join(' ')).toBeLessThan(1_000);
  });

  test('resumes after a given event number without gaps during concurrent commits', async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, makeCustomer));
    const times = [
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
    ];
    const start = await readNewestNumber();
    const continuousStream = await openStream(admin);
    const seen = new Set<number>();
    let last = start;
    let done = false;

    // A client that is repeatedly disconnected and reconnects with its last event number.
    const reconnectingClient = (async () => {
      while (!done || last < (await readNewestNumber())) {
        const stream = await openEventStream(site.url, admin, last);
        const nextNumber = Math.min(last + 3, await readNewestNumber());
        await vi.waitFor(() => expect(stream.lastId()).toBeGreaterThanOrEqual(nextNumber), 10_000);
        stream.close();
        for (const { event, id } of stream.events()) {
          expect(event).toBe('change');
          expect([id > last, seen.has(id)]).toEqual([true, false]);
          seen.add(id);
          last = id;
        }
        last = Math.max(last, stream.lastId());
      }
    })();
    await Promise.all(
      customers.map(async (customer, index) => {
        for (const time of times.slice(0, 5)) {
          const booked = await book(customer, time, `2026-03-${10 + index}`);
          expect(booked.statusCode).toBe(201);
        }
      }),
    );
    done = true;
    await reconnectingClient;
    await waitUntilCaughtUp(continuousStream);

    const { rows } = await sql<{
      number: number;
    }>`select number from outbox where number > ${start} order by number`.execute(
      site.store.kysely,
    );
    const numbers = rows.map(({ number }) => number);
    // 4 customers book 5 times each, and each booking sends an appointment and a time slot event.
    expect(numbers.length).toBe(40);
    expect([...seen]).toEqual(numbers);
    expect(continuousStream.events().map(({ id }) => id)).toEqual(numbers);
  });

  test('resumes after the last event number that the client sends', async () => {
    const before = await readNewestNumber();
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 11 });
    const stream = await openStream(admin, before);
    await waitUntilCaughtUp(stream);
    expect(listIds(stream, 'service')).toEqual([String(crew.serviceId)]);
  });

  test('sends a reset to a client that was away too long or sends an unknown number', async () => {
    for (const id of [(await readNewestNumber()) + 1000, 999_999_999_999_999]) {
      const stream = await openStream(admin, id);
      await vi.waitFor(() => expect(stream.events().map(({ event }) => event)).toEqual(['reset']));
      expect(stream.lastId()).toBe(await readNewestNumber());
    }
    // After a week, old events are deleted.
    const deletedNumber = (await readNewestNumber()) - 10;
    await cleanUp(site.store, new Date(testMorning.getTime() + 8 * 86_400_000));
    const lateStream = await openStream(admin, deletedNumber);
    await vi.waitFor(() =>
      expect(lateStream.events().map(({ event }) => event)).toEqual(['reset']),
    );
    // The newest number is stored, so a client that had reached it misses nothing.
    const currentStream = await openStream(admin, await readNewestNumber());
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 12 });
    await waitUntilCaughtUp(lateStream, currentStream);
    expect(currentStream.events().map(({ event }) => event)).toEqual(['change']);
    expect(listIds(lateStream, 'service')).toHaveLength(1);
  });

  test('resumes from the event number in the header of any GET response', async () => {
    const before = await readNewestNumber();
    await vi.waitFor(async () => {
      const response = await send(site, admin, 'GET', '/api/services');
      expect(Number(response.headers[lastEventHeader])).toBe(before);
    });
    // Public responses have the header too; responses to changes do not.
    const publicResponse = await send(site, null, 'GET', '/api/services');
    expect(publicResponse.headers[lastEventHeader]).toBe(String(before));
    const changed = await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, {
      price: 13,
    });
    expect(changed.headers).not.toHaveProperty(lastEventHeader);
    const stream = await openStream(admin, Number(publicResponse.headers[lastEventHeader]));
    await vi.waitFor(() => expect(listIds(stream, 'service')).toEqual([String(crew.serviceId)]));
  });

  test('starts after the newest event for a new client or an invalid number', async () => {
    for (const id of [undefined, '', 'x', '-1', '1e3', '1'.repeat(16)]) {
      const stream = await openStream(admin, id);
      expect(stream.events()).toEqual([]);
      expect(stream.lastId()).toBe(await readNewestNumber());
    }
  });
});

describe('closing event streams', () => {
  /** Actions in the other process that close a stream before the next heartbeat. */
  const endings: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
    ['signing out', (person) => send(otherSite, person, 'POST', '/api/logout')],
    [
      'a revoked session',
      ({ headers }) =>
        otherSite.store.kysely
          .deleteFrom('sessions')
          .where('token', '=', tokenIn(headers.cookie))
          .execute(),
    ],
    [
      'an expired session',
      ({ id }) =>
        otherSite.store.kysely
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1) })
          .where('account_id', '=', id)
          .execute(),
    ],
    [
      'a changed role',
      ({ id }) =>
        otherSite.store.kysely
          .updateTable('accounts')
          .set({ role: 'admin' })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'deactivation',
      ({ id }) =>
        otherSite.store.kysely
          .updateTable('accounts')
          .set({ active: false })
          .where('id', '=', id)
          .execute(),
    ],
  ];

  test.each(endings)('%s in another process closes streams immediately', async (_, end) => {
    const person = await makePerson(site, 'mechanic');
    const otherPerson = await makePerson(site, 'mechanic');
    const streams = [await openStream(person), await openStream(person)];
    const otherStream = await openStream(otherPerson);
    await end(person);
    await Promise.all(streams.map(({ ended }) => ended));
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 13 });
    await waitUntilCaughtUp(otherStream);
  });

  test('signing out closes only the streams of that session; a role change closes the rest', async () => {
    const person = await makePerson(site, 'customer');
    const otherSession = { headers: await openSession(site, person.id) };
    const [signedOutStream, otherStream] = [
      await openStream(person),
      await openStream(otherSession),
    ];
    await send(site, person, 'POST', '/api/logout');
    await signedOutStream.ended;
    const before = otherStream.lastId();
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 14 });
    await waitUntilCaughtUp(otherStream);
    expect(otherStream.lastId()).toBeGreaterThan(before);
    await send(site, admin, 'POST', '/api/users/role', { userId: person.id, role: 'admin' });
    await otherStream.ended;
  });

  test('a stream closes at the next heartbeat after its session expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const person = await makePerson(site, 'customer');
    const otherPerson = await makePerson(site, 'customer');
    const expiringSession = await openSession(site, person.id, new Date(Date.now() + 300));
    const [expiringStream, otherStream] = [
      await openStream({ headers: expiringSession }),
      await openStream(otherPerson),
    ];
    await vi.waitFor(() => expect(hasEnded(expiringSession.cookie)).resolves.toBe(true));
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await expiringStream.ended;
    await vi.waitFor(() => expect(otherStream.text()).toContain(': alive'));
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 15 });
    await waitUntilCaughtUp(otherStream);
  });

  test('a stream closes if its session ends while the stream is being opened', async () => {
    const person = await makePerson(site, 'customer');
    const opening = openStream(person);
    await otherSite.store.kysely
      .deleteFrom('sessions')
      .where('account_id', '=', person.id)
      .execute();
    await (
      await opening
    ).ended;
  });

  test('a person may have 20 streams open; the 21st is refused', async () => {
    const person = await makePerson(site, 'customer');
    for (let count = 0; count < 20; count += 1) {
      expect((await openStream(person)).status).toBe(200);
    }
    const refusedStream = await openStream(person);
    expect([refusedStream.status, refusedStream.text()]).toEqual([
      429,
      'You have too many windows open; please close some.',
    ]);
    openStreams.pop();
    openStreams.pop()?.close();
    await vi.waitFor(async () => expect((await openStream(person)).status).toBe(200));
  });

  test('streams close promptly and without errors on shutdown, even if their clients do not read', async () => {
    const closingSite = await startApp({ database, listen: true });
    const session = { headers: await openSession(closingSite, admin.id) };
    const streams = [
      await openEventStream(closingSite.url, session),
      await openEventStream(closingSite.url, session),
    ];
    const customer = await makeCustomer();
    const bookingCustomer = { ...customer, headers: await openSession(closingSite, customer.id) };
    const pendingResponse = book(bookingCustomer, '15:00', '2026-03-16', closingSite);
    const startedAt = performance.now();
    await closingSite.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect([201, 503]).toContain((await pendingResponse).statusCode);
    // The database is still open for the other servers.
    expect((await send(site, admin, 'GET', '/api/admin/stats')).statusCode).toBe(200);
  });
});
