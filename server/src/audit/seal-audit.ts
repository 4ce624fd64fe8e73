import { sealBatch } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/**
 * Seals up to a hundred of the latest changes into the audit trail's chain, so that a viewer sees them
 * without waiting for the background job that runs every second.
 */
export async function sealLatestChanges({ store }: Pick<Context, 'store'>): Promise<void> {
  await sealBatch(store.kysely);
}
