import type { Kysely } from 'kysely';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import type { Database } from '../database/schema.ts';

/** Returns a geocoding service's stored answer to this query, or null. `query` is its hash. */
export async function findGeocoderAnswer(
  db: Kysely<Database>,
  query: string,
): Promise<readonly GeocodedPlace[] | null> {
  const row = await db
    .selectFrom('geocoder_answers')
    .select('answer')
    .where('question', '=', query)
    .executeTakeFirst();
  // The type is safe because only `storeGeocoderAnswer` writes answers.
  return row ? (row.answer as readonly GeocodedPlace[]) : null;
}
