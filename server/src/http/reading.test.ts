import { calls, type CallName } from '@curbwrench/contract/calls';
import { limits } from '@curbwrench/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '@curbwrench/testing/access/all-cases';
import { request } from '@curbwrench/testing/access/walk';
import { makeWorld, readerNames, type World } from '@curbwrench/testing/access/world';
import { makeVehicle } from '@curbwrench/testing/builders';
import { changesBetween, readContents } from '@curbwrench/testing/contents';
import { openEvents } from '@curbwrench/testing/event-stream';
import { read } from '@curbwrench/testing/requests';

/*
 * No change by GET: every call that reads is made by everyone, and the whole database
 * compared, the audit trail too. What may change all the same is listed below, cell by cell.
 */

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.stop());

/**
 * All that a reading writes, and why. What it seals of the audit trail is no change
 * here, since all is sealed before; that it does is shown below.
 */
const exceptions: Readonly<Record<string, string>> = {
  'sessions.updated_at': 'a session that is used lasts on, and says since when',
  'sessions.expires_at': 'a session that is used lasts on',
  'mechanics.last_active_at': 'the office sees when a mechanic was last here',
};

/** A reading that is limited is counted: who makes it, until when. Nothing else may be. */
const counted = new Set<CallName>(['findServiceArea', 'getReceipt']);

/** Runs something when every session is due to be prolonged, and answers what it changed. */
async function cellsChangedBy(work: () => Promise<unknown>): Promise<string[]> {
  await sql`
    update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '5 days'
    where expires_at > now()`.execute(world.store.kysely);
  await sql`delete from rate_limits`.execute(world.store.kysely);
  await sql`update mechanics set last_active_at = null`.execute(world.store.kysely);
  const before = await readContents(world.store, { withTrail: true });
  await work();
  const changes = changesBetween(before, await readContents(world.store, { withTrail: true }));
  return [...new Set(changes.map(({ table, column }) => `${table}.${column}`))].toSorted();
}

/** What it changed that is no exception. */
async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
  const cells = await cellsChangedBy(work);
  return cells.filter((cell) => !Object.hasOwn(exceptions, cell));
}

const readings = allCases.filter(({ call }) => calls[call].method === 'GET');

test.each(readings.map((reading) => [reading.name, reading] as const))(
  '%s changes nothing @interface.reads-change-nothing',
  async (_, reading) => {
    const { path } = calls[reading.call];
    const thing = await reading.make?.(world, 0);
    const changes = await changesOf(async () => {
      for (const reader of readerNames) {
        const asked = { reader, turn: 0, id: thing?.id ?? 0 };
        const answer = await request(world, reading, asked);
        expect(answer.statusCode).toBeLessThan(500);
        const head = await world.app.inject({
          method: 'HEAD',
          url: path.replace(/:\w+/, String(asked.id)),
          headers: world.people[reader]?.headers ?? {},
        });
        expect([reader, head.body]).toEqual([reader, '']);
      }
    });
    const mayCount = counted.has(reading.call);
    expect(changes.filter((cell) => !(mayCount && cell.startsWith('rate_limits.')))).toEqual([]);
  },
);

test('every reading is made', () => {
  const made = new Set<CallName>(readings.map(({ call }) => call));
  const names = Object.keys(calls) as CallName[];
  const missing = names.filter((name) => calls[name].method === 'GET' && !made.has(name));
  expect(missing).toEqual(['streamEvents']);
  expect(names.filter((name) => calls[name].method === 'GET' && limits[name])).toEqual([
    ...counted,
  ]);
});

describe('what a reading does write, as decided,', () => {
  test('is that its session lasts on, and when a mechanic was last here', async () => {
    const cells = await cellsChangedBy(() =>
      read(world, world.people['assigned mechanic'], '/api/appointments'),
    );
    expect(cells).toEqual(Object.keys(exceptions).toSorted());
  });

  test('and nothing of a mechanic’s for anyone else', async () => {
    const cells = await cellsChangedBy(() => read(world, world.owner, '/api/appointments'));
    expect(cells).toEqual(['sessions.expires_at', 'sessions.updated_at']);
  });

  test('is the seal of what the audit trail says, which only readers of the trail set', async () => {
    const trail = async () => {
      const { rows } = await sql<{ changes: number; pending: number }>`select
        (select count(*) from audit_entries)::int + (select count(*) from audit_pending)::int as changes,
        (select count(*) from audit_pending)::int as pending`.execute(world.store.kysely);
      return rows[0];
    };
    await makeVehicle(world, world.owner.id);
    const changes = (await trail())?.changes;
    await read(world, world.people.admin, '/api/audit');
    expect(await trail()).toEqual({ changes, pending: 0 });
  });
});

test('neither does the stream of events', async () => {
  const changes = await changesOf(async () => {
    for (const reader of readerNames) {
      const stream = await openEvents(world.url, world.people[reader]);
      stream.close();
      await stream.ended;
    }
  });
  expect(changes).toEqual([]);
});

test('nor a navigation from elsewhere, nor looking ahead at one @interface.reads-change-nothing', async () => {
  const changes = await changesOf(async () => {
    for (const url of ['/api/login', '/api/logout', '/api/login?to=/payments', '/', '/sign-in']) {
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await world.app.inject({
            method,
            url,
            headers: { ...world.owner.headers, ...headers },
          });
          expect([url, answer.statusCode < 500]).toEqual([url, true]);
        }
      }
    }
  });
  expect(changes).toEqual([]);
});
