/** The lock that every position report holds while it is in flight, in any tab of this browser. */
const underWay = 'position report';

/** Sends a position report while holding a lock that all tabs of this browser can see. */
export function reportUnderWay(
  locks: LockManager | undefined,
  report: () => Promise<void>,
): Promise<void> {
  return locks ? locks.request(underWay, { mode: 'shared' }, report) : report();
}

/**
 * Deletes a position on the server, including one from a report that was in flight when sharing was
 * switched off and may arrive after the deletion: it deletes immediately, and again when no report is in
 * flight any more, unless sharing is on again by then. The last attempt decides whether it succeeded.
 * Without locks, in an old browser, there is no second deletion.
 */
export async function forgetLast(
  locks: LockManager | undefined,
  forget: () => Promise<unknown>,
  isShared: () => boolean,
): Promise<void> {
  const wasUnderWay = locks?.request(underWay, { ifAvailable: true }, async (free) => !free);
  const atOnce = forget();
  // Awaited below, but it may fail before that.
  const settled = Promise.allSettled([atOnce]);
  if (locks && (await wasUnderWay)) {
    await settled;
    await locks.request(underWay, async () => {
      if (!isShared()) await forget();
      else await atOnce;
    });
    return;
  }
  await atOnce;
}
