import { sealBatch } from './changes.ts';
import type { Context } from '../application/transaction.ts';

/**
 * Seals up to a hundred unsealed entries into the audit trail's chain, so that a viewer sees them
 * without waiting for the background job that runs every second.
 */
export async function sealLatestEntries({ store }: Pick<Context, 'store'>): Promise<void> {
  await sealBatch(store.kysely);
}
