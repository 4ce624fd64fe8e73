import { reportLock } from './report-lock.ts';

/**
 * Deletes a position on the server immediately. A report that was in flight may arrive after the
 * deletion; in that case the position is deleted again once no report is in flight, unless sharing is on again by
 * then. Rejects if the last deletion failed. An old browser without locks deletes only once.
 */
export async function deletePosition(
  locks: LockManager | undefined,
  deleteNow: () => Promise<unknown>,
  isSharing: () => boolean,
): Promise<void> {
  const wasReportInFlight = locks?.request(
    reportLock,
    { ifAvailable: true },
    async (lock) => lock === null,
  );
  const firstDeletion = deleteNow();
  // Keeps a rejection from being reported as unhandled before it is awaited below.
  const firstDeletionSettled = Promise.allSettled([firstDeletion]);
  if (locks && (await wasReportInFlight)) {
    await firstDeletionSettled;
    await locks.request(reportLock, async () => {
      if (!isSharing()) await deleteNow();
      else await firstDeletion;
    });
    return;
  }
  await firstDeletion;
}
