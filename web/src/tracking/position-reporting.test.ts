import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInOneTab, reportPositions } from './position-reporting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const here = { lat: 1, lng: 2 };

test('a position is sent immediately and every 30 s until stopped @tracking.reports', async () => {
  const send = vi.fn<(position: typeof here) => Promise<void>>(async () => {});
  const stop = reportPositions({ locate: async () => here, send, log: () => {} });
  await vi.advanceTimersByTimeAsync(0);
  expect(send.mock.calls).toEqual([[here]]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a failed update is only logged, and the next one follows @tracking.reports', async () => {
  const log = vi.fn<(error: unknown) => void>();
  const lost = new TypeError('No network.');
  const send = vi.fn<() => Promise<null>>().mockRejectedValueOnce(lost).mockResolvedValue(null);
  reportPositions({ locate: async () => here, send, log });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(log.mock.calls).toEqual([[lost]]);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a position found after stopping is not sent', async () => {
  const send = vi.fn<(position: typeof here) => Promise<void>>(async () => {});
  let resolvePosition: (position: typeof here) => void = () => {};
  const locate = () =>
    new Promise<typeof here>((resolve) => {
      resolvePosition = resolve;
    });
  const stop = reportPositions({ locate, send, log: () => {} });
  stop();
  resolvePosition(here);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).not.toHaveBeenCalled();
});

test('only one tab reports, and the next one takes over when that one stops', async () => {
  const queue: (() => Promise<void>)[] = [];
  let running = Promise.resolve();
  const locks = {
    request: (_: string, __: object, held: () => Promise<void>) => {
      queue.push(held);
      running = running.then(() => queue.shift()?.());
      return running;
    },
  };
  const log: string[] = [];
  const makeStart = (tab: string) => () => {
    log.push(tab);
    return () => log.push(`no ${tab}`);
  };
  const stop = runInOneTab(locks as LockManager, 'position', makeStart('first'));
  runInOneTab(locks as LockManager, 'position', makeStart('second'));
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first']);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first', 'no first', 'second']);
});

test('a browser without locks reports in every tab', () => {
  const makeStart = vi.fn<() => () => void>(() => () => {});
  runInOneTab(undefined, 'position', makeStart);
  expect(makeStart).toHaveBeenCalledOnce();
});
