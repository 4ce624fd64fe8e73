import { assignEventNumbers, getOutboxBounds } from '@curbwrench/server/database/outbox-queries';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { makeCrew, makePerson, makeVehicle, type Crew, type Person } from './builders.ts';
import { createTestDatabase, reopen, type TestDatabase } from './database.ts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { send } from './requests.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Two server processes of one business. */
export interface TwoProcesses {
  readonly database: TestDatabase;
  readonly site: TestApp;
  /** A second server process on the same database. */
  readonly otherSite: TestApp;
  readonly admin: Person;
  readonly advisor: Person;
  /** Six mechanics. */
  readonly crew: Crew;
}

/**
 * Starts two processes for the tests of a file and passes them to `assign`. Returns functions that open event streams,
 * which are closed after each test, and that cause events and wait for them.
 */
export function prepareTwoProcesses(assign: (prepared: TwoProcesses) => void) {
  let database: TestDatabase;
  let reopenedDatabase: TestDatabase;
  let site: TestApp;
  let otherSite: TestApp;
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
    const admin = await makePerson(site, 'admin');
    const advisor = await makePerson(site, 'service_advisor');
    crew = await makeCrew(site, 6);
    assign({ database, site, otherSite, admin, advisor, crew });
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

  return { openStream, makeCustomer, book, readNewestNumber, waitUntilCaughtUp };
}
