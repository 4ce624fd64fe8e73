import { updateLastActivity } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/** The minimum time between two updates of a mechanic's last activity, however many requests there are. */
const minIntervalMs = 2 * 60_000;

/**
 * Records a working mechanic's last activity, which the office sees. `lastActiveAt` comes from the session
 * query, so most requests need no additional query.
 */
export async function recordMechanicActivity(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  mechanicId: string,
  lastActiveAt: Date | null,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - minIntervalMs);
  if (lastActiveAt === null || lastActiveAt < before) {
    await updateLastActivity(store.kysely, mechanicId, now, before);
  }
}
