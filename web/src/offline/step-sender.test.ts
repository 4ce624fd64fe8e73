import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from './step-queue.ts';
import { Sender } from './step-sender.tsx';

const oneWaiting: Delivery = { sentSteps: [], refusals: [], signedOutError: null, waitingCount: 1 };
const noneWaiting: Delivery = { ...oneWaiting, waitingCount: 0 };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('queued steps are retried with exponential backoff until all are sent', async () => {
  const deliver = vi.fn<() => Promise<Delivery>>().mockResolvedValue(oneWaiting);
  new Sender(deliver).sendNow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(deliver).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(deliver).toHaveBeenCalledTimes(2);
  deliver.mockResolvedValue(noneWaiting);
  await vi.advanceTimersByTimeAsync(1);
  expect(deliver).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("after a failure of the browser's storage, the steps are retried", async () => {
  const deliver = vi.fn<() => Promise<Delivery>>().mockRejectedValueOnce(new Error('No storage.'));
  deliver.mockResolvedValue(noneWaiting);
  new Sender(deliver).sendNow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(deliver).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is retried after the user leaves the page', async () => {
  const deliver = vi.fn<() => Promise<Delivery>>().mockResolvedValue(oneWaiting);
  const sender = new Sender(deliver);
  sender.sendNow();
  sender.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deliver).toHaveBeenCalledTimes(1);
});
