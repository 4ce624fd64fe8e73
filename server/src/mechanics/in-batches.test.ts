import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

interface Item {
  readonly key: string;
  readonly value: number;
}

let batches: (readonly Item[])[] = [];
/** Each batch waits for this promise before it returns its outcomes. */
let gate: () => Promise<void> = async () => {};

beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
  gate = async () => {};
});
afterEach(() => {
  vi.useRealTimers();
});

const startBatching = () =>
  inBatches(
    100,
    ({ key }: Item) => key,
    async (items) => {
      batches.push(items);
      await gate();
      return new Map(items.map(({ key, value }) => [key, value * 10]));
    },
  );

test('the first item runs immediately, and items added shortly after it run together', async () => {
  const add = startBatching();
  expect(await add({ key: 'a', value: 1 })).toBe(10);
  const others = Promise.all([add({ key: 'b', value: 2 }), add({ key: 'c', value: 3 })]);
  await vi.advanceTimersByTimeAsync(99);
  expect(batches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await others).toEqual([20, 30]);
  expect(batches.map((items) => items.length)).toEqual([1, 2]);

  await vi.advanceTimersByTimeAsync(100);
  expect(await add({ key: 'd', value: 4 }), 'an item after a pause runs immediately').toBe(40);
});

test('only one batch runs at a time, and items with the same key go into separate batches', async () => {
  const add = startBatching();
  let openGate = () => {};
  const gateOpened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  gate = () => gateOpened;
  const all = Promise.all(
    [1, 2, 3].map(async (value) => [value, await add({ key: 'a', value })] as const),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([[{ key: 'a', value: 1 }]]);
  openGate();
  await vi.advanceTimersByTimeAsync(200);
  expect(await all).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
  expect(batches.map((items) => items.length)).toEqual([1, 1, 1]);
});

test('an error rejects all items of its batch, but not the next batch', async () => {
  const add = startBatching();
  await add({ key: 'a', value: 1 });
  gate = () => Promise.reject(new Error('The database is unavailable.'));
  const failed = Promise.allSettled([add({ key: 'b', value: 2 }), add({ key: 'c', value: 3 })]);
  await vi.advanceTimersByTimeAsync(100);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  gate = async () => {};
  const next = add({ key: 'b', value: 4 });
  await vi.advanceTimersByTimeAsync(100);
  expect(await next).toBe(40);
});
