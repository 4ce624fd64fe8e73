import { describe, expect, test, vi } from 'vitest';
import { deletePosition } from './delete-position.ts';
import { sendReport } from './position-reporting.ts';

type LockCallback = (lock: object | null) => Promise<unknown>;

/** Returns a fake lock manager with a single lock; requests to share the lock are granted immediately. */
function makeLocks(): LockManager {
  const holders = new Set<Promise<unknown>>();
  const runHolding = async (callback: LockCallback) => {
    const done = callback({});
    holders.add(done);
    try {
      return await done;
    } finally {
      holders.delete(done);
    }
  };
  const locks = {
    async request(_: string, ...[first, second]: [LockCallback] | [LockOptions, LockCallback]) {
      const { mode, ifAvailable } = typeof first === 'function' ? ({} as LockOptions) : first;
      const callback = typeof first === 'function' ? first : second;
      if (!callback) throw new TypeError('A callback is required.');
      if (ifAvailable && holders.size > 0) return callback(null);
      if (mode !== 'shared') await Promise.allSettled(holders);
      return runHolding(callback);
    },
  };
  return locks as LockManager;
}

/**
 * Starts a report that stays in flight until `arrive` is called, and records in order which requests reach
 * the server.
 */
function startReport(isSharing: () => boolean = () => false) {
  const locks = makeLocks();
  const receivedRequests: string[] = [];
  let arrive = () => {};
  const report = sendReport(locks, async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    receivedRequests.push('report');
  });
  const requestDeletion = vi.fn<() => Promise<void>>(async () => {
    receivedRequests.push('delete');
  });
  const startDeletion = () => deletePosition(locks, requestDeletion, isSharing);
  return { receivedRequests, report, arrive: () => arrive(), requestDeletion, startDeletion };
}

describe("a person's last position", () => {
  test('is deleted immediately, and again after a report that was in flight', async () => {
    const { receivedRequests, arrive, startDeletion } = startReport();
    const done = startDeletion();
    await vi.waitFor(() => expect(receivedRequests).toEqual(['delete']));
    arrive();
    await done;
    expect(receivedRequests).toEqual(['delete', 'report', 'delete']);
  });

  test('is deleted once if nothing is in flight', async () => {
    const { receivedRequests, report, arrive, startDeletion } = startReport();
    arrive();
    await report;
    await startDeletion();
    expect(receivedRequests).toEqual(['report', 'delete']);
  });

  test('is not deleted again if sharing is on again before the report arrives', async () => {
    const { receivedRequests, arrive, startDeletion } = startReport(() => true);
    const done = startDeletion();
    arrive();
    await done;
    expect(receivedRequests).toEqual(['delete', 'report']);
  });

  test('is considered deleted if the last attempt succeeded', async () => {
    const inFlight = startReport();
    inFlight.requestDeletion.mockRejectedValueOnce(new TypeError('No network.'));
    const done = inFlight.startDeletion();
    inFlight.arrive();
    await expect(done).resolves.toBeUndefined();
    expect(inFlight.receivedRequests).toEqual(['report', 'delete']);

    const idle = startReport();
    idle.arrive();
    await idle.report;
    idle.requestDeletion.mockRejectedValueOnce(new TypeError('No network.'));
    await expect(idle.startDeletion()).rejects.toThrow('No network.');
  });

  test('is deleted once by a browser without locks', async () => {
    const requestDeletion = vi.fn<() => Promise<void>>(async () => {});
    await deletePosition(undefined, requestDeletion, () => false);
    expect(requestDeletion).toHaveBeenCalledOnce();
  });
});
