// Reads tables owned by these modules: business
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { StoredWording } from './site-queries.ts';

/** Locks the wording until the transaction ends, and returns its version. */
export async function lockWording(trx: Transaction<Database>): Promise<number> {
  const { texts_version: version } = await trx
    .selectFrom('business')
    .select('texts_version')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

/** Replaces the wording and increments its version. */
export async function updateWording(
  trx: Transaction<Database>,
  wording: StoredWording,
): Promise<void> {
  await trx
    .updateTable('business')
    .set({
      questions_text: wording.questions,
      privacy_text: wording.privacy,
      terms_text: wording.terms,
      texts_version: sql`texts_version + 1`,
    })
    .execute();
}
