import { sql, type Kysely } from 'kysely';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import type { Database } from '../database/schema.ts';

/** Stores a geocoding service's response to a query. `query` is the query's hash. */
export async function storeGeocoderResponse(
  db: Kysely<Database>,
  query: string,
  places: readonly GeocodedPlace[],
  now: Date,
): Promise<void> {
  await sql`
    insert into geocoder_answers (question, answer, at)
    values (${query}, ${JSON.stringify(places)}::jsonb, ${now})
    on conflict (question) do update set answer = excluded.answer, at = excluded.at
  `.execute(db);
}

/** Deletes responses from before this time, and keeps only the most recent `count` of the others. */
export async function deleteOldGeocoderResponses(
  db: Kysely<Database>,
  before: Date,
  count: number,
): Promise<void> {
  await sql`
    delete from geocoder_answers
    where at < ${before} or question in (
      select question from geocoder_answers order by at desc, question offset ${count}
    )
  `.execute(db);
}
