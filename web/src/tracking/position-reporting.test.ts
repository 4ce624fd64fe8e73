import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportedPosition } from '@curbwrench/contract/people/schemas';
import { reportPositions, runInOneTab, runWhileVisible } from './position-reporting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const here = { lat: 1, lng: 2 };

/** The visibility of a page, which the test changes. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/**
 * Sets up position reporting on a fake device; call `start` to begin. `device.move` simulates a new position that the
 * device reports to `watch`, and `device.position` is the position that `locate` returns.
 */
function setUpReporting({ isShared = true, responseDelayMs = 0 } = {}) {
  const sent: ReportedPosition[] = [];
  const logged: unknown[] = [];
  const device: { position: ReportedPosition; move: (position: ReportedPosition) => void } = {
    position: here,
    move: () => {},
  };
  const ports = {
    locate: async () => device.position,
    watch: (onPosition: (position: ReportedPosition) => void) => {
      device.move = onPosition;
      return () => {
        device.move = () => {};
      };
    },
    send: async (position: ReportedPosition) => {
      sent.push(position);
      if (responseDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, responseDelayMs));
      return isShared;
    },
    log: (error: unknown) => logged.push(error),
  };
  return { sent, logged, device, ports, start: () => reportPositions(ports) };
}

/** Returns a point this many meters north of `here`; a degree of latitude is about 111,195 m. */
const north = (meters: number): ReportedPosition => ({ ...here, lat: here.lat + meters / 111_195 });

test('a position is sent immediately and every 30 s until stopped @tracking.reports', async () => {
  const { sent, start } = setUpReporting();
  const stop = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([here]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(2);
});

test('a move of 30 m is sent immediately, but not within 5 s of the last report @tracking.movement', async () => {
  const { sent, device, start } = setUpReporting();
  start();
  await vi.advanceTimersByTimeAsync(10_000);
  device.move(north(29));
  expect(sent).toHaveLength(1);
  device.move(north(31));
  expect(sent).toEqual([here, north(31)]);
  await vi.advanceTimersByTimeAsync(1_000);
  device.move(north(70));
  device.move(north(110));
  await vi.advanceTimersByTimeAsync(3_999);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent, 'only the latest').toEqual([here, north(31), north(110)]);
  device.position = north(111);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.at(-1), '30 s after the last report').toEqual(north(111));
});

test('a mechanic who returns to within 30 m of the last reported position sends no new report', async () => {
  const { sent, device, start } = setUpReporting();
  start();
  await vi.advanceTimersByTimeAsync(1_000);
  device.move(north(80));
  device.move(north(5));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([here]);
});

test('only one report is in flight at a time, and the latest position is sent next @tracking.movement', async () => {
  const { sent, device, start } = setUpReporting({ responseDelayMs: 40_000 });
  start();
  await vi.advanceTimersByTimeAsync(20_000);
  device.move(north(50));
  await vi.advanceTimersByTimeAsync(19_999);
  device.move(north(90));
  expect(sent).toEqual([here]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([here, north(90)]);
});

test('a failed update is only logged, and the next one is still sent @tracking.reports', async () => {
  const { ports, logged } = setUpReporting();
  const networkError = new TypeError('No network.');
  const send = vi
    .fn<() => Promise<boolean>>()
    .mockRejectedValueOnce(networkError)
    .mockResolvedValue(true);
  reportPositions({ ...ports, send });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(logged).toEqual([networkError]);
  expect(send).toHaveBeenCalledTimes(2);
});

test('nothing is sent once the server reports that sharing has ended @tracking.hours', async () => {
  const { sent, device, start } = setUpReporting({ isShared: false });
  start();
  await vi.advanceTimersByTimeAsync(10_000);
  device.move(north(500));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toEqual([here]);
});

test('a position found after stopping is not sent', async () => {
  const { ports, sent } = setUpReporting();
  let resolvePosition: (position: ReportedPosition) => void = () => {};
  const locate = () =>
    new Promise<ReportedPosition>((resolve) => {
      resolvePosition = resolve;
    });
  const stop = reportPositions({ ...ports, locate });
  stop();
  resolvePosition(here);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
});

test('a hidden page sends nothing; once visible again, it immediately sends the latest position @tracking.visible', async () => {
  const page = new FakePage();
  const { sent, device, start } = setUpReporting();
  const stop = runWhileVisible(page, start);
  await vi.advanceTimersByTimeAsync(10_000);
  page.show('hidden');
  device.move(north(500));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(sent).toEqual([here]);
  device.position = north(900);
  page.show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([here, north(900)]);
  stop();
  page.show('hidden');
  page.show('visible');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(sent).toHaveLength(2);
});

test('only one tab reports, and the next tab takes over when it stops', async () => {
  const queue: (() => Promise<void>)[] = [];
  let running = Promise.resolve();
  const locks = {
    request: (_: string, __: object, whileHeld: () => Promise<void>) => {
      queue.push(whileHeld);
      running = running.then(() => queue.shift()?.());
      return running;
    },
  };
  const log: string[] = [];
  const makeStart = (tab: string) => () => {
    log.push(tab);
    return () => log.push(`${tab} stopped`);
  };
  const stop = runInOneTab(locks as LockManager, 'position', makeStart('first'));
  runInOneTab(locks as LockManager, 'position', makeStart('second'));
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first']);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['first', 'first stopped', 'second']);
});

test('a browser without locks reports in every tab', () => {
  const start = vi.fn<() => () => void>(() => () => {});
  runInOneTab(undefined, 'position', start);
  expect(start).toHaveBeenCalledOnce();
});
