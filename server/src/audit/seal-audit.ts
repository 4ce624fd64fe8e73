import { sealSome } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/**
 * Puts what was changed up to now into the audit trail's chain, at most a hundred changes, so that
 * whoever reads the trail finds it there and need not wait for the job that does it every second.
 */
export async function sealLatestChanges({ store }: Pick<Context, 'store'>): Promise<void> {
  await sealSome(store.kysely);
}
