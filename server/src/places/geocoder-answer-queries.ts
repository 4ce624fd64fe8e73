import type { Kysely } from 'kysely';
import type { FoundPlace } from '../application/rules/found-place.ts';
import type { Database } from '../database/schema.ts';

/** Returns what a geocoding service answered to this question before, or null if it has not been asked. */
export async function findGeocoderAnswer(
  db: Kysely<Database>,
  question: string,
): Promise<readonly FoundPlace[] | null> {
  const row = await db
    .selectFrom('geocoder_answers')
    .select('answer')
    .where('question', '=', question)
    .executeTakeFirst();
  // Only `storeGeocoderAnswer` writes them.
  return row ? (row.answer as readonly FoundPlace[]) : null;
}
