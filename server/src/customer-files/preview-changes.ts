import type { Transaction } from 'kysely';
import { claimKey, storeReply } from '../database/idempotency-changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Records that a person was shown the preview of an import. The record is kept for a day, like an idempotency key. */
export async function recordPreview(
  trx: Trx,
  personId: string,
  importId: string,
  now: Date,
): Promise<void> {
  await storeReply(trx, toKey(personId, importId), '', now);
}

/** Returns whether this person was shown the preview of the import. Makes other requests for the same import wait. */
export async function claimPreview(trx: Trx, personId: string, importId: string): Promise<boolean> {
  return (await claimKey(trx, toKey(personId, importId))) !== null;
}

function toKey(userId: string, importId: string) {
  return { userId, endpoint: 'previewImport', key: importId, bodyHash: '' } as const;
}
