import { describe, expect, test, vi } from 'vitest';
import { forgetLast, reportUnderWay } from './report-order.ts';

type Held = (lock: object | null) => Promise<unknown>;

/** The locks of a browser, of which there is one: shared ones are given at once. */
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

/** A report that is under way until it is let arrive, and what has reached the server, in order. */
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

describe('where somebody was', () => {
  test('is forgotten at once, and again after a report that was under way', async () => {
    const { reached, arrive, forgetting } = begin();
    const done = forgetting();
    await vi.waitFor(() => expect(reached).toEqual(['forget']));
    arrive();
    await done;
    expect(reached).toEqual(['forget', 'here', 'forget']);
  });

  test('is forgotten once where nothing is under way', async () => {
    const { reached, report, arrive, forgetting } = begin();
    arrive();
    await report;
    await forgetting();
    expect(reached).toEqual(['here', 'forget']);
  });

  test('is kept where it is shared again before the report arrives', async () => {
    const { reached, arrive, forgetting } = begin(() => true);
    const done = forgetting();
    arrive();
    await done;
    expect(reached).toEqual(['forget', 'here']);
  });

  test('counts as forgotten by what came last', async () => {
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

  test('is forgotten once by a browser without locks', async () => {
    const forget = vi.fn<() => Promise<void>>(async () => {});
    await forgetLast(undefined, forget, () => false);
    expect(forget).toHaveBeenCalledOnce();
  });
});
