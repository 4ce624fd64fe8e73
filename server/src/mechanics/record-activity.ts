import { updateLastActivity } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/** Activity is recorded at most once in this time, however many requests there are. */
const precisionMs = 2 * 60_000;

/**
 * Records when a working mechanic was last active, which dispatch sees. `lastActiveAt` is what the
 * query of the session returned, so that most requests need no further statement.
 */
export async function recordMechanicActivity(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  mechanicId: string,
  lastActiveAt: Date | null,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - precisionMs);
  if (lastActiveAt === null || lastActiveAt < before) {
    await updateLastActivity(store.kysely, mechanicId, now, before);
  }
}
