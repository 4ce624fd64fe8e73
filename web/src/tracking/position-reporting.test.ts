import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inOneTab, reportPositions } from './position-reporting.ts';

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
  let found: (position: typeof here) => void = () => {};
  const locate = () =>
    new Promise<typeof here>((resolve) => {
      found = resolve;
    });
  const stop = reportPositions({ locate, send, log: () => {} });
  stop();
  found(here);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).not.toHaveBeenCalled();
});

test('only one tab reports, and the next one takes over when it closes', async () => {
  const queue: (() => Promise<void>)[] = [];
  let running = Promise.resolve();
  const locks = {
    request: (_: string, __: object, held: () => Promise<void>) => {
      queue.push(held);
      running = running.then(() => queue.shift()?.());
      return running;
    },
  };
  const begun: string[] = [];
  const begin = (tab: string) => () => {
    begun.push(tab);
    return () => begun.push(`no ${tab}`);
  };
  const stop = inOneTab(locks as LockManager, 'position', begin('first'));
  inOneTab(locks as LockManager, 'position', begin('second'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first']);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'no first', 'second']);
});

test('a browser without locks reports in every tab', () => {
  const begin = vi.fn<() => () => void>(() => () => {});
  inOneTab(undefined, 'position', begin);
  expect(begin).toHaveBeenCalledOnce();
});
