import { describe, expect, test, vi } from 'vitest';
import {
  makePerson,
  openSession,
  isSessionOpen,
  tokenIn,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import type { TestDatabase } from '@curbwrench/testing/database';
import { openEventStream, type EventStream } from '@curbwrench/testing/event-stream';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { prepareTwoProcesses } from '@curbwrench/testing/two-processes';
import { waitFor } from '@curbwrench/testing/wait-for';

let database: TestDatabase;
let app: TestApp;
/** A second server process on the same database. */
let otherApp: TestApp;
let admin: Person;
let team: Team;

const { openStream, makeCustomer, book, waitUntilCaughtUp } = prepareTwoProcesses((prepared) => {
  ({ database, app, otherApp, admin, team } = prepared);
});

const hasSessionEnded = async (cookie: string) => !(await isSessionOpen(app, cookie));

describe('closing event streams', () => {
  /** Actions in the other process that close a stream before the next heartbeat. */
  const endings: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
    ['signing out', (person) => send(otherApp, person, 'POST', '/api/logout')],
    [
      'a revoked session',
      ({ headers }) =>
        otherApp.store.kysely
          .deleteFrom('sessions')
          .where('token', '=', tokenIn(headers.cookie))
          .execute(),
    ],
    [
      'an expired session',
      ({ id }) =>
        otherApp.store.kysely
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1) })
          .where('account_id', '=', id)
          .execute(),
    ],
    [
      'a changed role',
      ({ id }) =>
        otherApp.store.kysely
          .updateTable('accounts')
          .set({ role: 'admin' })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'deactivation',
      ({ id }) =>
        otherApp.store.kysely
          .updateTable('accounts')
          .set({ active: false })
          .where('id', '=', id)
          .execute(),
    ],
  ];

  test.each(endings)('%s in another process closes streams immediately', async (_, end) => {
    const person = await makePerson(app, 'mechanic');
    const otherPerson = await makePerson(app, 'mechanic');
    const streams = [await openStream(person), await openStream(person)];
    const otherStream = await openStream(otherPerson);
    await end(person);
    await Promise.all(streams.map(({ ended }) => ended));
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 13 });
    await waitUntilCaughtUp(otherStream);
  });

  test('signing out closes only the streams of that session; a role change closes the rest', async () => {
    const person = await makePerson(app, 'customer');
    const otherSession = { headers: await openSession(app, person.id) };
    const [signedOutStream, otherStream] = [
      await openStream(person),
      await openStream(otherSession),
    ];
    await send(app, person, 'POST', '/api/logout');
    await signedOutStream.ended;
    const before = otherStream.lastId();
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 14 });
    await waitUntilCaughtUp(otherStream);
    expect(otherStream.lastId()).toBeGreaterThan(before);
    await send(app, admin, 'POST', '/api/users/role', { userId: person.id, role: 'admin' });
    await otherStream.ended;
  });

  test('a stream closes at the next heartbeat after its session expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const person = await makePerson(app, 'customer');
    const otherPerson = await makePerson(app, 'customer');
    const expiringSession = await openSession(app, person.id, new Date(Date.now() + 300));
    const [expiringStream, otherStream] = [
      await openStream({ headers: expiringSession }),
      await openStream(otherPerson),
    ];
    await waitFor(() => expect(hasSessionEnded(expiringSession.cookie)).resolves.toBe(true));
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await expiringStream.ended;
    await waitFor(() => expect(otherStream.text()).toContain(': alive'));
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 15 });
    await waitUntilCaughtUp(otherStream);
  });

  test('a stream closes if its session ends while the stream is being opened', async () => {
    const person = await makePerson(app, 'customer');
    const opening = openStream(person);
    await otherApp.store.kysely
      .deleteFrom('sessions')
      .where('account_id', '=', person.id)
      .execute();
    await (
      await opening
    ).ended;
  });

  test('a person may have 20 streams open; the 21st is refused', async () => {
    const person = await makePerson(app, 'customer');
    const streams: EventStream[] = [];
    while (streams.length < 20) streams.push(await openStream(person));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    const refusedStream = await openStream(person);
    expect([refusedStream.status, refusedStream.text()]).toEqual([
      429,
      'You have too many windows open. Please close some.',
    ]);
    streams.at(-1)?.close();
    await waitFor(async () => expect((await openStream(person)).status).toBe(200));
  });

  test('streams close promptly and without errors on shutdown, even if their clients do not read', async () => {
    const closingApp = await startApp({ database, listen: true });
    const session = { headers: await openSession(closingApp, admin.id) };
    const streams = [
      await openEventStream(closingApp.url, session),
      await openEventStream(closingApp.url, session),
    ];
    const customer = await makeCustomer();
    const bookingCustomer = { ...customer, headers: await openSession(closingApp, customer.id) };
    const pendingResponse = book(bookingCustomer, '15:00', '2026-03-16', closingApp);
    const startedAt = performance.now();
    await closingApp.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect([201, 503]).toContain((await pendingResponse).statusCode);
    // The database is still open for the other servers.
    expect((await send(app, admin, 'GET', '/api/admin/stats')).statusCode).toBe(200);
  });
});
