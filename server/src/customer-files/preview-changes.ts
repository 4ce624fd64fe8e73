import type { Transaction } from 'kysely';
import { claimKey, storeReply } from '../database/idempotency-changes.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Stores the id of an import that was shown to a person. It is kept for a day, like an idempotency key. */
export async function storePreview(
  trx: Trx,
  personId: string,
  importId: string,
  now: Date,
): Promise<void> {
  await storeReply(trx, toKey(personId, importId), '', now);
}

/** Returns whether the import was shown to this person; makes other requests for the same import wait. */
export async function claimPreview(trx: Trx, personId: string, importId: string): Promise<boolean> {
  return (await claimKey(trx, toKey(personId, importId))) !== null;
}

function toKey(userId: string, importId: string) {
  return { userId, call: 'previewImport', key: importId, bodyHash: '' } as const;
}
