import { noteActivity } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/** Known to this many milliseconds: at most one statement in that time, whatever they ask for. */
const precision = 2 * 60_000;

/**
 * Records when somebody who works as a mechanic was last active here, which the office sees.
 * `lastActiveAt` is what their session was read with; most requests cost nothing.
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
