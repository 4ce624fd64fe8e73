import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { changeEvent } from '@curbwrench/contract/events/schemas';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { numberOutbox, outboxBounds } from '../../database/outbox-queries.ts';
import { cleanUp } from '../../clean-up-job.ts';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  makeSessionsDue,
  makeVehicle,
  openSession,
  sessionIsOpen,
  tokenIn,
  type Crew,
  type Person,
} from '@curbwrench/testing/builders';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import { openEvents, type EventStream } from '@curbwrench/testing/event-stream';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let database: TestDatabase;
let reopened: TestDatabase;
let site: TestApp;
/** Stands in for a second server process on the same database. */
let other: TestApp;
let admin: Person;
let advisor: Person;
let crew: Crew;
const open: EventStream[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startApp({ database, listen: true });
  reopened = await reopen(database);
  other = await startApp({ database: reopened, listen: true, authSecret: site.authSecret });
  admin = await makePerson(site, 'admin');
  advisor = await makePerson(site, 'service_advisor');
  crew = await makeCrew(site, 6);
});
afterEach(() => {
  vi.useRealTimers();
  for (const stream of open.splice(0)) stream.close();
});
afterAll(async () => {
  await site.stop();
  await other.stop();
  await reopened.drop();
  await database.drop();
});

async function listen(
  person: Pick<Person, 'headers'>,
  lastEventId?: number | string,
  on = site,
): Promise<EventStream> {
  const stream = await openEvents(on.url, person, lastEventId);
  open.push(stream);
  return stream;
}

/** Returns the ids in the change events of one kind that a stream has received. */
function told(stream: EventStream, kind: string): string[] {
  return stream
    .events()
    .filter(({ event }) => event === 'change')
    .map(({ data }) => changeEvent.parse(JSON.parse(data)))
    .filter((change) => change.kind === kind)
    .map(({ id }) => id);
}

const isOver = async (cookie: string) => !(await sessionIsOpen(site, cookie));

async function makeCustomer() {
  const customer = await makePerson(site, 'customer');
  return { ...customer, vehicleId: await makeVehicle(site, customer.id) };
}

function book(
  customer: Person & { vehicleId: number },
  startTime: string,
  date: string,
  on = site,
) {
  return send(on, customer, 'POST', '/api/appointments', {
    vehicleId: customer.vehicleId,
    serviceId: crew.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: '7 Secret Lane' }),
    notes: 'The gate code is 4711.',
  });
}

/** Returns the newest event number, which a client that misses nothing reaches. */
async function newest(): Promise<number> {
  await numberOutbox(site.store.kysely);
  return (await outboxBounds(site.store.kysely)).newest;
}

async function caughtUp(...streams: EventStream[]): Promise<void> {
  const last = await newest();
  await vi.waitFor(() => {
    for (const stream of streams) expect(stream.lastId()).toBeGreaterThanOrEqual(last);
  }, 10_000);
}

describe('live events', () => {
  test('appointment events reach only its customer, its mechanic and dispatch', async () => {
    const customer = await makeCustomer();
    const stranger = await makeCustomer();
    const [mechanic, second, third] = crew.mechanics;
    const streams = {
      customer: await listen(customer),
      stranger: await listen(stranger),
      mechanic: await listen(mechanic),
      second: await listen(second ?? mechanic),
      third: await listen(third ?? mechanic),
      advisor: await listen(advisor),
      admin: await listen(admin),
    };
    const id = String((await book(customer, '10:00', '2026-03-04')).json<{ id: number }>().id);
    await caughtUp(...Object.values(streams));
    const heard = () =>
      Object.entries(streams)
        .filter(([, stream]) => told(stream, 'appointment').includes(id))
        .map(([name]) => name);
    // A mechanic's time is held for it, but no event reveals whose.
    expect(heard()).toEqual(['customer', 'advisor', 'admin']);

    const assign = (mechanicId: string) =>
      send(site, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'confirmed', mechanicId });
    await assign(mechanic.id);
    await caughtUp(...Object.values(streams));
    expect(heard()).toEqual(['customer', 'mechanic', 'advisor', 'admin']);

    // The mechanic who is replaced gets the event too.
    const before = told(streams.mechanic, 'appointment').length;
    await assign(second?.id ?? '');
    await caughtUp(...Object.values(streams));
    expect(heard()).toEqual(['customer', 'mechanic', 'second', 'advisor', 'admin']);
    expect(told(streams.mechanic, 'appointment').length).toBe(before + 1);
  });

  test('time slot and service events reach everyone', async () => {
    const stranger = await listen(await makeCustomer());
    await book(await makeCustomer(), '11:00', '2026-03-04');
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 10 });
    await caughtUp(stranger);
    expect(told(stranger, 'slot')).toEqual(['2026-03-04']);
    expect(told(stranger, 'service')).toEqual([String(crew.serviceId)]);
    expect(told(stranger, 'appointment')).toEqual([]);
  });

  test('a change that does not affect availability sends no time slot event', async () => {
    const customer = await makeCustomer();
    const stream = await listen(customer);
    const heard = () => [told(stream, 'appointment').length, told(stream, 'slot').length];
    const { id } = (await book(customer, '12:00', '2026-03-12')).json<{ id: number }>();
    await vi.waitFor(() => expect(heard()).toEqual([1, 1]));
    await send(site, customer, 'PATCH', `/api/appointments/${id}`, { notes: 'blue door' });
    await vi.waitFor(() => expect(heard()).toEqual([2, 1]));
    await send(site, customer, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
    await vi.waitFor(() => expect(heard()).toEqual([3, 2]));
  });

  test('payment, vehicle and mechanic events reach only the people they concern', async () => {
    const customer = await makeCustomer();
    const [mechanic] = crew.mechanics;
    const mine = await listen(customer);
    const strangers = await listen(await makeCustomer());
    const mechanics = await listen(mechanic);
    const id = await makeAppointment(site, {
      date: '2026-03-03',
      status: 'in_progress',
      mechanic_id: mechanic.id,
      customer_id: customer.id,
    });
    await send(site, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
    await send(site, customer, 'PATCH', `/api/vehicles/${customer.vehicleId}`, { model: 'Jazz' });
    await caughtUp(mine, strangers, mechanics);
    expect(told(mine, 'payment')).toHaveLength(1);
    expect(told(mechanics, 'payment')).toHaveLength(1);
    expect(told(mechanics, 'mechanic')).toEqual([mechanic.id]);
    expect(told(mine, 'vehicle')).toEqual([String(customer.vehicleId)]);
    expect([
      told(strangers, 'payment'),
      told(strangers, 'vehicle'),
      told(strangers, 'mechanic'),
    ]).toEqual([[], [], []]);
  });

  test('an event contains only a kind and an id, no data of the record', async () => {
    const stream = await listen(admin);
    await book(await makeCustomer(), '12:00', '2026-03-04');
    await caughtUp(stream);
    for (const { event, data } of stream.events()) {
      expect(event).toBe('change');
      expect(Object.keys(JSON.parse(data) as object)).toEqual(['kind', 'id']);
    }
    expect(stream.text()).not.toMatch(/Secret|4711|example\.com/);
  });

  test('a refused change sends no event', async () => {
    const before = await newest();
    expect((await book(await makeCustomer(), '10:30', '2026-03-04')).statusCode).toBe(409);
    expect(await newest()).toBe(before);
  });

  test('a client without a session gets 401 and no events', async () => {
    const answer = await openEvents(site.url, null);
    await answer.ended;
    expect([answer.status, answer.text()]).toEqual([401, 'Please log in first.']);
  });
});

describe('the event stream', () => {
  test('returns 404 for a HEAD request, signed in or not', async () => {
    for (const headers of [{}, admin.headers]) {
      const sent = request(`${site.url}/api/events`, { method: 'HEAD', agent: false, headers });
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      expect(response.statusCode).toBe(404);
    }
  });

  test('has headers that prevent proxies and browsers from caching or buffering it', async () => {
    const stream = await listen(admin);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  test('sends the cookie of a session that it extended', async () => {
    const person = await makePerson(site, 'customer');
    await makeSessionsDue(site, person.id);
    const stream = await listen(person);
    expect(stream.headers['set-cookie']?.join()).toContain(person.headers.cookie);
  });

  test('delivers events from one server process to clients of another, both ways', async () => {
    const session = await openSession(other, admin.id);
    const here = await listen(admin);
    const there = await listen({ headers: session }, undefined, other);
    const one = (await book(await makeCustomer(), '13:00', '2026-03-04')).json<{ id: number }>().id;
    const customer = await makeCustomer();
    const two = (
      await book(
        { ...customer, headers: await openSession(other, customer.id) },
        '14:00',
        '2026-03-04',
        other,
      )
    ).json<{ id: number }>().id;
    await caughtUp(here, there);
    for (const stream of [here, there]) {
      expect(told(stream, 'appointment')).toEqual([String(one), String(two)]);
    }
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
    const start = await newest();
    const whole = await listen(admin);
    const seen = new Set<number>();
    let last = start;
    let done = false;

    // A client that is repeatedly disconnected and reconnects with its last event number.
    const viewer = (async () => {
      while (!done || last < (await newest())) {
        const stream = await openEvents(site.url, admin, last);
        const enough = Math.min(last + 3, await newest());
        await vi.waitFor(() => expect(stream.lastId()).toBeGreaterThanOrEqual(enough), 10_000);
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
    await viewer;
    await caughtUp(whole);

    const { rows } = await sql<{
      number: number;
    }>`select number from outbox where number > ${start} order by number`.execute(
      site.store.kysely,
    );
    const numbers = rows.map(({ number }) => number);
    expect(numbers.length).toBe(40);
    expect([...seen]).toEqual(numbers);
    expect(whole.events().map(({ id }) => id)).toEqual(numbers);
  });

  test('also resumes from a query parameter, as on the first page load', async () => {
    const before = await newest();
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 11 });
    const stream = await listen(admin, before);
    await caughtUp(stream);
    expect(told(stream, 'service')).toEqual([String(crew.serviceId)]);
  });

  test('sends reset to a client that was away too long or sends an unknown number', async () => {
    for (const id of [(await newest()) + 1000, 999_999_999_999_999]) {
      const stream = await listen(admin, id);
      await vi.waitFor(() => expect(stream.events().map(({ event }) => event)).toEqual(['reset']));
      expect(stream.lastId()).toBe(await newest());
    }
    // After a week, old events are deleted.
    const old = (await newest()) - 10;
    await cleanUp(site.store, new Date(testMorning.getTime() + 8 * 86_400_000));
    const late = await listen(admin, old);
    await vi.waitFor(() => expect(late.events().map(({ event }) => event)).toEqual(['reset']));
    // The newest number is stored, so a client that had reached it misses nothing.
    const current = await listen(admin, await newest());
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 12 });
    await caughtUp(late, current);
    expect(current.events().map(({ event }) => event)).toEqual(['change']);
    expect(told(late, 'service')).toHaveLength(1);
  });

  test('resumes from the last event number in the header of any response', async () => {
    const before = await newest();
    await vi.waitFor(async () => {
      const answer = await send(site, admin, 'GET', '/api/services');
      expect(Number(answer.headers[lastEventHeader])).toBe(before);
    });
    // Public responses have the header too; responses to changes do not.
    const toAnyone = await send(site, null, 'GET', '/api/services');
    expect(toAnyone.headers[lastEventHeader]).toBe(String(before));
    const changed = await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, {
      price: 13,
    });
    expect(changed.headers).not.toHaveProperty(lastEventHeader);
    const stream = await listen(admin, Number(toAnyone.headers[lastEventHeader]));
    await vi.waitFor(() => expect(told(stream, 'service')).toEqual([String(crew.serviceId)]));
  });

  test('starts after the newest event for a new client or an invalid number', async () => {
    for (const id of [undefined, '', 'x', '-1', '1e3', '1'.repeat(16)]) {
      const stream = await listen(admin, id);
      expect(stream.events()).toEqual([]);
      expect(stream.lastId()).toBe(await newest());
    }
  });
});

describe('closing event streams', () => {
  /** What closes a stream; run in the other process. None of it waits for a heartbeat. */
  const endings: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
    ['signing out', (person) => send(other, person, 'POST', '/api/logout')],
    [
      'a revoked session',
      ({ headers }) =>
        other.store.kysely
          .deleteFrom('sessions')
          .where('token', '=', tokenIn(headers.cookie))
          .execute(),
    ],
    [
      'a session that was cut short',
      ({ id }) =>
        other.store.kysely
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1) })
          .where('user_id', '=', id)
          .execute(),
    ],
    [
      'another role',
      ({ id }) =>
        other.store.kysely
          .updateTable('users')
          .set({ role: 'admin' })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'deactivation',
      ({ id }) =>
        other.store.kysely
          .updateTable('users')
          .set({ active: false })
          .where('id', '=', id)
          .execute(),
    ],
  ];

  test.each(endings)('%s in another process closes streams at once', async (_, end) => {
    const person = await makePerson(site, 'mechanic');
    const stayer = await makePerson(site, 'mechanic');
    const ending = [await listen(person), await listen(person)];
    const stays = await listen(stayer);
    await end(person);
    await Promise.all(ending.map(({ ended }) => ended));
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 13 });
    await caughtUp(stays);
  });

  test('signing out closes only the streams of that session; a role change closes the rest', async () => {
    const person = await makePerson(site, 'customer');
    const elsewhere = { headers: await openSession(site, person.id) };
    const [here, there] = [await listen(person), await listen(elsewhere)];
    await send(site, person, 'POST', '/api/logout');
    await here.ended;
    const before = there.lastId();
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 14 });
    await caughtUp(there);
    expect(there.lastId()).toBeGreaterThan(before);
    await send(site, admin, 'POST', '/api/users/role', { userId: person.id, role: 'admin' });
    await there.ended;
  });

  test('a stream closes at the next heartbeat after its session expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const leaver = await makePerson(site, 'customer');
    const stayer = await makePerson(site, 'customer');
    const expiring = await openSession(site, leaver.id, new Date(Date.now() + 300));
    const [gone, stays] = [await listen({ headers: expiring }), await listen(stayer)];
    await vi.waitFor(() => expect(isOver(expiring.cookie)).resolves.toBe(true));
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await gone.ended;
    await vi.waitFor(() => expect(stays.text()).toContain(': alive'));
    await send(site, admin, 'PATCH', `/api/services/${crew.serviceId}`, { price: 15 });
    await caughtUp(stays);
  });

  test('a stream closes if its session ends while the stream is being opened', async () => {
    const person = await makePerson(site, 'customer');
    const opening = listen(person);
    await other.store.kysely.deleteFrom('sessions').where('user_id', '=', person.id).execute();
    await (
      await opening
    ).ended;
  });

  test('a person may have 20 streams open; the 21st is refused', async () => {
    const person = await makePerson(site, 'customer');
    for (let windows = 0; windows < 20; windows += 1) {
      expect((await listen(person)).status).toBe(200);
    }
    const refused = await listen(person);
    expect([refused.status, refused.text()]).toEqual([
      429,
      'You have too many windows open; please close some.',
    ]);
    open.pop();
    open.pop()?.close();
    await vi.waitFor(async () => expect((await listen(person)).status).toBe(200));
  });

  test('streams close promptly and without errors on shutdown, even if their clients do not read', async () => {
    const closing = await startApp({ database, listen: true });
    const session = { headers: await openSession(closing, admin.id) };
    const streams = [
      await openEvents(closing.url, session),
      await openEvents(closing.url, session),
    ];
    const customer = await makeCustomer();
    const mine = { ...customer, headers: await openSession(closing, customer.id) };
    const pending = book(mine, '15:00', '2026-03-16', closing);
    const started = performance.now();
    await closing.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect([201, 503]).toContain((await pending).statusCode);
    // The database is still open for the other servers.
    expect((await send(site, admin, 'GET', '/api/admin/stats')).statusCode).toBe(200);
  });
});
