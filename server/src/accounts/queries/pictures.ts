import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A picture by its name; null: there is none. */
export async function findPicture(
  db: Kysely<Database>,
  name: string,
): Promise<{ readonly contentType: string; readonly bytes: Buffer } | null> {
  const row = await db
    .selectFrom('pictures')
    .select(['content_type', 'base64'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? { contentType: row.content_type, bytes: Buffer.from(row.base64, 'base64') } : null;
}
