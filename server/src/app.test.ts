import { callAccess } from '@curbwrench/contract/call-access';
import { calls } from '@curbwrench/contract/calls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Store } from './db/connection/store.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { read } from './testing/requests.ts';
import { startApp } from './testing/start-app.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Breaks a table of the contract as a slip of the pen would, and puts it right again. */
const mended: (() => void)[] = [];
afterEach(() => {
  for (const mend of mended.splice(0)) mend();
});

function breakTable(table: object, name: string, value: unknown): void {
  const whole: unknown = Reflect.get(table, name);
  Reflect.set(table, name, value);
  mended.push(() => {
    if (whole === undefined) Reflect.deleteProperty(table, name);
    else Reflect.set(table, name, whole);
  });
}

test('a call without a row in the access table stops the start', async () => {
  breakTable(callAccess, 'getStats', undefined);
  await expect(startApp({ database })).rejects.toThrow(
    'The route GET /api/admin/stats has no access policy.',
  );
});

test('a call that nobody answers stops the start', async () => {
  breakTable(callAccess, 'sendFlowers', 'public');
  breakTable(calls, 'sendFlowers', { method: 'POST', path: '/api/flowers' });
  await expect(startApp({ database })).rejects.toThrow(
    "The contract's call sendFlowers (POST /api/flowers) is not answered.",
  );
});

test('a start that is refused ends what was begun of its jobs', async () => {
  const { store } = database;
  const heard = new Set<string>();
  const refusing: Store = {
    ...store,
    async listen(channel, onNotify) {
      if (channel === 'mails') throw new Error('Nobody listens here.');
      const unlisten = await store.listen(channel, onNotify);
      heard.add(channel);
      return async () => {
        heard.delete(channel);
        await unlisten();
      };
    },
  };
  const mailer = { send: async () => {}, close: () => {} };
  const starting = startApp({ database: { ...database, store: refusing }, mailer });
  await expect(starting).rejects.toThrow('Nobody listens here.');
  expect(heard).toEqual(new Set());
});

test('starts with its calls whole, and again on the same database', async () => {
  for (let times = 0; times < 2; times += 1) {
    const site = await startApp({ database });
    expect(await read(site, null, '/api/services')).toEqual([]);
    await site.stop();
  }
});
