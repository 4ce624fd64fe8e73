import { describe, expect, test, vi } from 'vitest';
import { forgetLast, reportUnderWay } from './report-order.ts';

type Held = (lock: object | null) => Promise<unknown>;

/** Returns the locks of a browser as a single lock: shared requests are granted immediately. */
function oneLock(): LockManager {
  const held = new Set<Promise<unknown>>();
  const hold = async (then: Held) => {
    const done = then({});
    held.add(done);
    try {
      return await done;
    } finally {
      held.delete(done);
    }
  };
  const locks = {
    async request(_: string, ...[first, second]: [Held] | [LockOptions, Held]) {
      const { mode, ifAvailable } = typeof first === 'function' ? ({} as LockOptions) : first;
      const then = typeof first === 'function' ? first : second;
      if (!then) throw new TypeError('Nothing to do.');
      if (ifAvailable && held.size > 0) return then(null);
      if (mode !== 'shared') await Promise.allSettled(held);
      return hold(then);
    },
  };
  return locks as LockManager;
}

/**
 * Starts a report that is in flight until it is let through, and records what reaches the server, in
 * order.
 */
function begin(isShared: () => boolean = () => false) {
  const locks = oneLock();
  const reached: string[] = [];
  let arrive = () => {};
  const report = reportUnderWay(locks, async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    reached.push('here');
  });
  const forget = vi.fn<() => Promise<void>>(async () => {
    reached.push('forget');
  });
  const forgetting = () => forgetLast(locks, forget, isShared);
  return { reached, report, arrive: () => arrive(), forget, forgetting };
}

describe("a person's last position", () => {
  test('is deleted immediately, and again after a report that was in flight', async () => {
    const { reached, arrive, forgetting } = begin();
    const done = forgetting();
    await vi.waitFor(() => expect(reached).toEqual(['forget']));
    arrive();
    await done;
    expect(reached).toEqual(['forget', 'here', 'forget']);
  });

  test('is deleted once if nothing is in flight', async () => {
    const { reached, report, arrive, forgetting } = begin();
    arrive();
    await report;
    await forgetting();
    expect(reached).toEqual(['here', 'forget']);
  });

  test('is kept if sharing is on again before the report arrives', async () => {
    const { reached, arrive, forgetting } = begin(() => true);
    const done = forgetting();
    arrive();
    await done;
    expect(reached).toEqual(['forget', 'here']);
  });

  test('counts as deleted if the last attempt succeeded', async () => {
    const late = begin();
    late.forget.mockRejectedValueOnce(new TypeError('No network.'));
    const done = late.forgetting();
    late.arrive();
    await expect(done).resolves.toBeUndefined();
    expect(late.reached).toEqual(['here', 'forget']);

    const free = begin();
    free.arrive();
    await free.report;
    free.forget.mockRejectedValueOnce(new TypeError('No network.'));
    await expect(free.forgetting()).rejects.toThrow('No network.');
  });

  test('is deleted once by a browser without locks', async () => {
    const forget = vi.fn<() => Promise<void>>(async () => {});
    await forgetLast(undefined, forget, () => false);
    expect(forget).toHaveBeenCalledOnce();
  });
});
