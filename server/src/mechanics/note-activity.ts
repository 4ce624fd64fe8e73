import { noteActivity } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/** Precision in milliseconds: at most one update in that time, however many requests there are. */
const precision = 2 * 60_000;

/**
 * Records when a working mechanic was last active, which dispatch sees. `lastActiveAt` is from the
 * session's query; most requests cost nothing.
 */
export async function noteMechanicActivity(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  mechanicId: string,
  lastActiveAt: Date | null,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - precision);
  if (lastActiveAt === null || lastActiveAt < before) {
    await noteActivity(store.kysely, mechanicId, now, before);
  }
}
