import { calls, type CallName } from '@curbwrench/contract/api/calls';
import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '@curbwrench/testing/access/all-cases';
import { sendCaseRequest } from '@curbwrench/testing/access/run-case';
import {
  makeBusinessWithMarkers,
  viewerNames,
  type BusinessWithMarkers,
} from '@curbwrench/testing/access/business-with-markers';
import { makeVehicle } from '@curbwrench/testing/builders';
import { compareContents, readDatabase } from '@curbwrench/testing/database-contents';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { read } from '@curbwrench/testing/requests';

/*
 * GET makes no changes: every caller makes every call that reads, and the whole database is
 * compared, including the audit trail. The exceptions are listed below, cell by cell.
 */

let fixture: BusinessWithMarkers;

beforeAll(async () => {
  fixture = await makeBusinessWithMarkers();
});
afterAll(() => fixture.stop());

/**
 * The only columns that a read may write, and why. Sealing the audit trail does not appear here, because
 * everything is already sealed; a test below covers it.
 */
const exceptions: Readonly<Record<string, string>> = {
  'sessions.updated_at': 'a session that is used lasts on, and says since when',
  'sessions.expires_at': 'a session that is used lasts on',
  'mechanics.last_active_at': 'the office sees when a mechanic was last here',
};

/** The only reads with a rate limit: making one writes its count. */
const counted = new Set<CallName>([
  'getCover',
  'suggestPlaces',
  'locateAddress',
  'describePosition',
  'findServiceArea',
  'getReceipt',
]);

/** Runs `work` with every session due to be extended, and returns the columns it changed. */
async function cellsChangedBy(work: () => Promise<unknown>): Promise<string[]> {
  await sql`
    update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '5 days'
    where expires_at > now()`.execute(fixture.store.kysely);
  await sql`delete from rate_limits`.execute(fixture.store.kysely);
  await sql`update mechanics set last_active_at = null`.execute(fixture.store.kysely);
  const before = await readDatabase(fixture.store, { withTrail: true });
  await work();
  const changes = compareContents(before, await readDatabase(fixture.store, { withTrail: true }));
  return [...new Set(changes.map(({ table, column }) => `${table}.${column}`))].toSorted();
}

/** Returns the columns that `work` changed, apart from the exceptions. */
async function findChanges(work: () => Promise<unknown>): Promise<string[]> {
  const cells = await cellsChangedBy(work);
  return cells.filter((cell) => !Object.hasOwn(exceptions, cell));
}

const readings = allCases.filter(({ call }) => calls[call].method === 'GET');

test.each(readings.map((reading) => [reading.name, reading] as const))(
  '%s changes nothing @interface.reads-change-nothing',
  async (_, reading) => {
    const { path } = calls[reading.call];
    const object = await reading.make?.(fixture, 0);
    const changes = await findChanges(async () => {
      for (const viewer of viewerNames) {
        const parameters = { viewer, viewerIndex: 0, id: object?.id ?? 0 };
        const response = await sendCaseRequest(fixture, reading, parameters);
        expect(response.statusCode).toBeLessThan(500);
        const head = await fixture.server.inject({
          method: 'HEAD',
          url: path.replace(/:\w+/, String(parameters.id)),
          headers: fixture.people[viewer]?.headers ?? {},
        });
        expect([viewer, head.body]).toEqual([viewer, '']);
      }
    });
    const mayCount = counted.has(reading.call);
    expect(changes.filter((cell) => !(mayCount && cell.startsWith('rate_limits.')))).toEqual([]);
  },
);

test('every call that reads is tested', () => {
  const tested = new Set<CallName>(readings.map(({ call }) => call));
  const names = Object.keys(calls) as CallName[];
  const missing = names.filter((name) => calls[name].method === 'GET' && !tested.has(name));
  expect(missing).toEqual(['streamEvents']);
  expect(names.filter((name) => calls[name].method === 'GET' && rateLimits[name])).toEqual([
    ...counted,
  ]);
});

describe('what a read writes', () => {
  test('a read extends its session and records when a mechanic was last active', async () => {
    const cells = await cellsChangedBy(() =>
      read(fixture, fixture.people['assigned mechanic'], '/api/appointments'),
    );
    expect(cells).toEqual(Object.keys(exceptions).toSorted());
  });

  test('a read records no activity for a person who is not a mechanic', async () => {
    const cells = await cellsChangedBy(() => read(fixture, fixture.owner, '/api/appointments'));
    expect(cells).toEqual(['sessions.expires_at', 'sessions.updated_at']);
  });

  test('reading the audit trail seals it first', async () => {
    const trail = async () => {
      const { rows } = await sql<{ changes: number; pending: number }>`select
        (select count(*) from audit_entries)::int + (select count(*) from audit_pending)::int as changes,
        (select count(*) from audit_pending)::int as pending`.execute(fixture.store.kysely);
      return rows[0];
    };
    await makeVehicle(fixture, fixture.owner.id);
    const changes = (await trail())?.changes;
    await read(fixture, fixture.people.admin, '/api/audit');
    expect(await trail()).toEqual({ changes, pending: 0 });
  });
});

test('the event stream changes nothing', async () => {
  const changes = await findChanges(async () => {
    for (const viewer of viewerNames) {
      const stream = await openEventStream(fixture.url, fixture.people[viewer]);
      stream.close();
      await stream.ended;
    }
  });
  expect(changes).toEqual([]);
});

test('a navigation with GET or HEAD, even from another site, changes nothing @interface.reads-change-nothing', async () => {
  const changes = await findChanges(async () => {
    for (const url of ['/api/login', '/api/logout', '/api/login?to=/payments', '/', '/sign-in']) {
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await fixture.server.inject({
            method,
            url,
            headers: { ...fixture.owner.headers, ...headers },
          });
          expect([url, response.statusCode < 500]).toEqual([url, true]);
        }
      }
    }
  });
  expect(changes).toEqual([]);
});
