import type { Kysely } from 'kysely';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import type { Database } from '../database/schema.ts';

/** Returns a geocoding service's stored response to a query, or null. `query` is the query's hash. */
export async function findGeocoderResponse(
  db: Kysely<Database>,
  query: string,
): Promise<readonly GeocodedPlace[] | null> {
  const row = await db
    .selectFrom('geocoder_answers')
    .select('answer')
    .where('question', '=', query)
    .executeTakeFirst();
  // The type is safe because only `storeGeocoderResponse` writes this column.
  return row ? (row.answer as readonly GeocodedPlace[]) : null;
}
