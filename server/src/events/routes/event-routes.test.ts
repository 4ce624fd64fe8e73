import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { lastEventHeader } from '@curbwrench/contract/events/last-event';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { cleanUp } from '../../clean-up-job.ts';
import {
  makePerson,
  ageSessions,
  openSession,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { openEventStream, listIds } from '@curbwrench/testing/event-stream';
import { send } from '@curbwrench/testing/requests';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { prepareTwoProcesses } from '@curbwrench/testing/two-processes';
import { waitFor } from '@curbwrench/testing/wait-for';

let app: TestApp;
/** A second server process on the same database. */
let otherApp: TestApp;
let admin: Person;
let team: Team;

const { openStream, makeCustomer, book, readLatestEventNumber, waitUntilCaughtUp } =
  prepareTwoProcesses((prepared) => {
    ({ app, otherApp, admin, team } = prepared);
  });

describe('the event stream', () => {
  test('returns 404 for a HEAD request, signed in or not', async () => {
    for (const headers of [{}, admin.headers]) {
      const headRequest = request(`${app.url}/api/events`, {
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
    const person = await makePerson(app, 'customer');
    await ageSessions(app, person.id);
    const stream = await openStream(person);
    expect(stream.headers['set-cookie']?.join()).toContain(person.headers.cookie);
  });

  test('delivers events from one server process to clients of another, in both directions', async () => {
    const session = await openSession(otherApp, admin.id);
    const stream = await openStream(admin);
    const otherStream = await openStream({ headers: session }, undefined, otherApp);
    const firstId = (await book(await makeCustomer(), '13:00', '2026-03-04')).json<{ id: number }>()
      .id;
    const customer = await makeCustomer();
    const secondId = (
      await book(
        { ...customer, headers: await openSession(otherApp, customer.id) },
        '14:00',
        '2026-03-04',
        otherApp,
      )
    ).json<{ id: number }>().id;
    await waitUntilCaughtUp(stream, otherStream);
    for (const receivingStream of [stream, otherStream]) {
      expect(listIds(receivingStream, 'appointment')).toEqual([String(firstId), String(secondId)]);
    }
  });

  test('delivers a change to clients of another process within a second of the response @appointments.live', async () => {
    const streams = [await openStream(admin), await openStream(admin, undefined, otherApp)];
    const delays: number[] = [];
    for (let change = 0; change < 50; change += 1) {
      const [sender, stream] = change % 2 === 0 ? [app, streams[1]] : [otherApp, streams[0]];
      const count = () => (stream ? listIds(stream, 'service').length : 0);
      const before = count();
      const url = `/api/services/${team.serviceId}`;
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
    const start = await readLatestEventNumber();
    const continuousStream = await openStream(admin);
    const seen = new Set<number>();
    let last = start;
    let done = false;

    // A client that is repeatedly disconnected and reconnects with its last event number.
    const reconnectingClient = (async () => {
      while (!done || last < (await readLatestEventNumber())) {
        const stream = await openEventStream(app.url, admin, last);
        const nextNumber = Math.min(last + 3, await readLatestEventNumber());
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
    }>`select number from outbox where number > ${start} order by number`.execute(app.store.kysely);
    const numbers = rows.map(({ number }) => number);
    // 4 customers book 5 times each, and each booking sends an appointment and a time slot event.
    expect(numbers.length).toBe(40);
    expect([...seen]).toEqual(numbers);
    expect(continuousStream.events().map(({ id }) => id)).toEqual(numbers);
  });

  test('resumes after the last event number that the client sends', async () => {
    const before = await readLatestEventNumber();
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 11 });
    const stream = await openStream(admin, before);
    await waitUntilCaughtUp(stream);
    expect(listIds(stream, 'service')).toEqual([String(team.serviceId)]);
  });

  test('sends a reset to a client that was away too long or sends an unknown number', async () => {
    for (const id of [(await readLatestEventNumber()) + 1000, 999_999_999_999_999]) {
      const stream = await openStream(admin, id);
      await waitFor(() => expect(stream.events().map(({ event }) => event)).toEqual(['reset']));
      expect(stream.lastId()).toBe(await readLatestEventNumber());
    }
    // After a week, old events are deleted.
    const deletedNumber = (await readLatestEventNumber()) - 10;
    await cleanUp(app.store, new Date(testMorning.getTime() + 8 * 86_400_000));
    const lateStream = await openStream(admin, deletedNumber);
    await waitFor(() => expect(lateStream.events().map(({ event }) => event)).toEqual(['reset']));
    // The latest event's number is still known, so a client that had received that event misses nothing.
    const currentStream = await openStream(admin, await readLatestEventNumber());
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 12 });
    await waitUntilCaughtUp(lateStream, currentStream);
    expect(currentStream.events().map(({ event }) => event)).toEqual(['change']);
    expect(listIds(lateStream, 'service')).toHaveLength(1);
  });

  test('resumes from the event number in the header of any GET response', async () => {
    const before = await readLatestEventNumber();
    await waitFor(async () => {
      const response = await send(app, admin, 'GET', '/api/services');
      expect(Number(response.headers[lastEventHeader])).toBe(before);
    });
    // Public responses have the header too; responses to changes do not.
    const publicResponse = await send(app, null, 'GET', '/api/services');
    expect(publicResponse.headers[lastEventHeader]).toBe(String(before));
    const changed = await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, {
      price: 13,
    });
    expect(changed.headers).not.toHaveProperty(lastEventHeader);
    const stream = await openStream(admin, Number(publicResponse.headers[lastEventHeader]));
    await waitFor(() => expect(listIds(stream, 'service')).toEqual([String(team.serviceId)]));
  });

  test('starts after the latest event if the client is new or sends an invalid number', async () => {
    for (const id of [undefined, '', 'x', '-1', '1e3', '1'.repeat(16)]) {
      const stream = await openStream(admin, id);
      expect(stream.events()).toEqual([]);
      expect(stream.lastId()).toBe(await readLatestEventNumber());
    }
  });
});
