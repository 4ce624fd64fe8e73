import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
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
 * Tests that GET makes no changes: every caller requests every GET endpoint, and the entire database is
 * compared before and after, including the audit trail. The exceptions are listed below, by column.
 */

let fixture: BusinessWithMarkers;

beforeAll(async () => {
  fixture = await makeBusinessWithMarkers();
});
afterAll(() => fixture.stop());

/**
 * The only columns that a read may write, and why. Sealing the audit trail is not listed, because
 * everything is already sealed in these tests; a separate test below covers it.
 */
const exceptions: Readonly<Record<string, string>> = {
  'sessions.updated_at': 'when a session was last extended',
  'sessions.expires_at': 'using a session extends it',
  'mechanics.last_active_at': 'the office sees when a mechanic was last active',
};

/** The only GET endpoints with a rate limit; each request increments a count. */
const rateLimitedReads = new Set<EndpointName>([
  'listPlacements',
  'listNextSlots',
  'getCoverageProposals',
  'suggestPlaces',
  'locateAddress',
  'reverseGeocode',
  'findServiceArea',
  'getReceipt',
]);

/** Makes every session due to be extended, runs `work`, and returns the columns that changed. */
async function listChangedColumns(work: () => Promise<unknown>): Promise<string[]> {
  await sql`
    update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '5 days'
    where expires_at > now()`.execute(fixture.store.kysely);
  await sql`delete from rate_limits`.execute(fixture.store.kysely);
  await sql`update mechanics set last_active_at = null`.execute(fixture.store.kysely);
  const before = await readDatabase(fixture.store, { withAuditTrail: true });
  await work();
  const changes = compareContents(
    before,
    await readDatabase(fixture.store, { withAuditTrail: true }),
  );
  return [...new Set(changes.map(({ table, column }) => `${table}.${column}`))].toSorted();
}

/** Returns the columns that `work` changed, apart from the exceptions. */
async function listUnexpectedChanges(work: () => Promise<unknown>): Promise<string[]> {
  const columns = await listChangedColumns(work);
  return columns.filter((column) => !Object.hasOwn(exceptions, column));
}

const readCases = allCases.filter(({ endpoint }) => endpoints[endpoint].method === 'GET');

test.each(readCases.map((readCase) => [readCase.name, readCase] as const))(
  '%s changes nothing @interface.reads-change-nothing',
  async (_, readCase) => {
    const { path } = endpoints[readCase.endpoint];
    const object = await readCase.make?.(fixture, 0);
    const changes = await listUnexpectedChanges(async () => {
      for (const viewer of viewerNames) {
        const parameters = { viewer, viewerIndex: 0, id: object?.id ?? 0 };
        const response = await sendCaseRequest(fixture, readCase, parameters);
        expect(response.statusCode).toBeLessThan(500);
        const head = await fixture.server.inject({
          method: 'HEAD',
          url: path.replace(/:\w+/, String(parameters.id)),
          headers: fixture.people[viewer]?.headers ?? {},
        });
        expect([viewer, head.body]).toEqual([viewer, '']);
      }
    });
    const isLimited = rateLimitedReads.has(readCase.endpoint);
    expect(changes.filter((column) => !(isLimited && column.startsWith('rate_limits.')))).toEqual(
      [],
    );
  },
);

test('every GET endpoint is tested', () => {
  const testedEndpoints = new Set<EndpointName>(readCases.map(({ endpoint }) => endpoint));
  const names = Object.keys(endpoints) as EndpointName[];
  const missing = names.filter(
    (name) => endpoints[name].method === 'GET' && !testedEndpoints.has(name),
  );
  expect(missing).toEqual(['streamEvents']);
  expect(names.filter((name) => endpoints[name].method === 'GET' && rateLimits[name])).toEqual([
    ...rateLimitedReads,
  ]);
});

describe('the exceptions', () => {
  test('a read extends the caller’s session and records when a mechanic was last active', async () => {
    const columns = await listChangedColumns(() =>
      read(fixture, fixture.people['assigned mechanic'], '/api/appointments'),
    );
    expect(columns).toEqual(Object.keys(exceptions).toSorted());
  });

  test('a read records no activity for a person who is not a mechanic', async () => {
    const columns = await listChangedColumns(() =>
      read(fixture, fixture.owner, '/api/appointments'),
    );
    expect(columns).toEqual(['sessions.expires_at', 'sessions.updated_at']);
  });

  test('reading the audit trail seals it first', async () => {
    const countChanges = async () => {
      const { rows } = await sql<{ changes: number; pending: number }>`select
        (select count(*) from audit_entries)::int + (select count(*) from audit_pending)::int as changes,
        (select count(*) from audit_pending)::int as pending`.execute(fixture.store.kysely);
      return rows[0];
    };
    await makeVehicle(fixture, fixture.owner.id);
    const changes = (await countChanges())?.changes;
    await read(fixture, fixture.people.admin, '/api/audit');
    expect(await countChanges()).toEqual({ changes, pending: 0 });
  });
});

test('the event stream changes nothing', async () => {
  const changes = await listUnexpectedChanges(async () => {
    for (const viewer of viewerNames) {
      const stream = await openEventStream(fixture.url, fixture.people[viewer]);
      stream.close();
      await stream.ended;
    }
  });
  expect(changes).toEqual([]);
});

test('opening a page with GET or HEAD, even from another site, changes nothing @interface.reads-change-nothing', async () => {
  const changes = await listUnexpectedChanges(async () => {
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
