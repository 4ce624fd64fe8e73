/** What every report of a position holds while it is under way, in any tab of this browser. */
const underWay = 'position report';

/** Sends a report of a position, and lets every tab of this browser know while it is under way. */
export function reportUnderWay(
  locks: LockManager | undefined,
  report: () => Promise<void>,
): Promise<void> {
  return locks ? locks.request(underWay, { mode: 'shared' }, report) : report();
}

/**
 * Has the server forget where somebody is, also what a report tells that was already under way when
 * they switched sharing off, and that may arrive after this: it is forgotten at once, and once more
 * when no report is under way any longer, unless they share it again by then. The last attempt
 * decides whether it worked. Without locks, in an old browser, there is no second time.
 */
export async function forgetLast(
  locks: LockManager | undefined,
  forget: () => Promise<unknown>,
  isShared: () => boolean,
): Promise<void> {
  const wasUnderWay = locks?.request(underWay, { ifAvailable: true }, async (free) => !free);
  const atOnce = forget();
  // It is waited for below, also where it fails meanwhile.
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
