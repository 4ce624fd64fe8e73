import { calls } from '@curbwrench/contract/calls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { read } from './testing/requests.ts';
import { startApp } from './testing/start-app.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Breaks the table of calls as a slip of the pen would, and puts it right again. */
const mended: (() => void)[] = [];
afterEach(() => {
  for (const mend of mended.splice(0)) mend();
});

function breakCalls(name: string, call: object | undefined): void {
  const whole: unknown = Reflect.get(calls, name);
  Reflect.set(calls, name, call);
  mended.push(() => {
    if (whole === undefined) Reflect.deleteProperty(calls, name);
    else Reflect.set(calls, name, whole);
  });
}

test('a call without a row in the access table stops the start', async () => {
  breakCalls('getStats', { method: 'GET', path: '/api/admin/stats' });
  await expect(startApp({ database })).rejects.toThrow(
    'The route GET /api/admin/stats has no access policy.',
  );
});

test('a call that nobody answers stops the start', async () => {
  breakCalls('sendFlowers', { method: 'POST', path: '/api/flowers', access: 'public' });
  await expect(startApp({ database })).rejects.toThrow(
    "The contract's call sendFlowers (POST /api/flowers) is not answered.",
  );
});

test('starts with its calls whole, and again on the same database', async () => {
  for (let times = 0; times < 2; times += 1) {
    const site = await startApp({ database });
    expect(await read(site, null, '/api/services')).toEqual([]);
    await site.stop();
  }
});
