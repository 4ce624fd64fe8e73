import { assignEventNumbers, getOutboxBounds } from '@curbwrench/server/database/outbox-queries';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { makeTeam, makePerson, makeVehicle, type Team, type Person } from './builders.ts';
import { createTestDatabase, reopen, type TestDatabase } from './database.ts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { send } from './requests.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Two server processes of one business. */
export interface TwoProcesses {
  readonly database: TestDatabase;
  readonly app: TestApp;
  /** A second server process on the same database. */
  readonly otherApp: TestApp;
  readonly admin: Person;
  readonly advisor: Person;
  /** Six mechanics. */
  readonly team: Team;
}

/**
 * Starts two processes for the tests of a file and passes them to `assign`. Returns functions that open event streams,
 * which are closed after each test, and that cause events and wait for them.
 */
export function prepareTwoProcesses(assign: (prepared: TwoProcesses) => void) {
  let database: TestDatabase;
  let reopenedDatabase: TestDatabase;
  let app: TestApp;
  let otherApp: TestApp;
  let team: Team;
  const openStreams: EventStream[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startApp({ database, listen: true });
    reopenedDatabase = await reopen(database);
    otherApp = await startApp({
      database: reopenedDatabase,
      listen: true,
      authSecret: app.authSecret,
    });
    const admin = await makePerson(app, 'admin');
    const advisor = await makePerson(app, 'service_advisor');
    team = await makeTeam(app, 6);
    assign({ database, app, otherApp, admin, advisor, team });
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const stream of openStreams.splice(0)) stream.close();
  });
  afterAll(async () => {
    await app.stop();
    await otherApp.stop();
    await reopenedDatabase.drop();
    await database.drop();
  });

  async function openStream(
    person: Pick<Person, 'headers'>,
    lastEventId?: number | string,
    targetApp = app,
  ): Promise<EventStream> {
    const stream = await openEventStream(targetApp.url, person, lastEventId);
    openStreams.push(stream);
    return stream;
  }

  async function makeCustomer() {
    const customer = await makePerson(app, 'customer');
    return { ...customer, vehicleId: await makeVehicle(app, customer.id) };
  }

  function book(
    customer: Person & { vehicleId: number },
    startTime: string,
    date: string,
    targetApp = app,
  ) {
    return send(targetApp, customer, 'POST', '/api/appointments', {
      vehicleId: customer.vehicleId,
      serviceId: team.serviceId,
      date,
      startTime,
      location: JSON.stringify({ address: '7 Secret Lane' }),
      notes: 'The gate code is 4711.',
    });
  }

  /** Returns the number of the latest event. */
  async function readLatestEventNumber(): Promise<number> {
    await assignEventNumbers(app.store.kysely);
    return (await getOutboxBounds(app.store.kysely)).newest;
  }

  async function waitUntilCaughtUp(...streams: EventStream[]): Promise<void> {
    const last = await readLatestEventNumber();
    await vi.waitFor(() => {
      for (const stream of streams) expect(stream.lastId()).toBeGreaterThanOrEqual(last);
    }, 10_000);
  }

  return { openStream, makeCustomer, book, readLatestEventNumber, waitUntilCaughtUp };
}
