// Reads tables owned by these modules: business
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { StoredTexts } from './site-queries.ts';

/** Locks the texts until the transaction ends, and returns their version. */
export async function lockTexts(trx: Transaction<Database>): Promise<number> {
  const { texts_version: version } = await trx
    .selectFrom('business')
    .select('texts_version')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

/** Replaces the texts and increments their version. */
export async function updateTexts(trx: Transaction<Database>, texts: StoredTexts): Promise<void> {
  await trx
    .updateTable('business')
    .set({
      questions_text: texts.questions,
      privacy_text: texts.privacy,
      terms_text: texts.terms,
      texts_version: sql`texts_version + 1`,
    })
    .execute();
}
