import { calls } from '@curbwrench/contract/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../testing/access/all-cases.ts';
import { request } from '../testing/access/walk.ts';
import { makeWorld, readerNames, type World } from '../testing/access/world.ts';
import { changesBetween, readContents } from '../testing/contents.ts';
import { openEvents } from '../testing/event-stream.ts';

/*
 * No change by GET (issue 3, 6): every call that reads is made by everyone, and the whole database
 * compared. What may change is when a session was last used, and so how long it lasts, and how often
 * somebody asked for what costs work.
 */

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.stop());

const lastUsed = ['sessions.updated_at', 'sessions.expires_at', 'mechanics.last_active_at'];

/** Runs something when every session is due to be prolonged, and answers what else it changed. */
async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
  await sql`update sessions set updated_at = now() - interval '2 days'
    where expires_at > now()`.execute(world.store.kysely);
  const before = await readContents(world.store);
  await work();
  const changes = changesBetween(before, await readContents(world.store));
  const cells = changes.map(({ table, column }) => `${table}.${column}`);
  return cells.filter((cell) => !lastUsed.includes(cell) && !cell.startsWith('rate_limits.'));
}

const readings = allCases.filter(({ call }) => calls[call].method === 'GET');

test.each(readings.map((reading) => [reading.name, reading] as const))(
  '%s changes nothing',
  async (_, reading) => {
    const { method, path } = calls[reading.call];
    if (!world.app.hasRoute({ method, url: path })) return;
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
    expect(changes).toEqual([]);
  },
);

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

test('nor a navigation from elsewhere, nor looking ahead at one', async () => {
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
