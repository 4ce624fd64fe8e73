import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Makes one line of the many that changes have left in the tallies. */
export async function foldTallies(db: Kysely<Database>): Promise<void> {
  await sql`select fold_counts()`.execute(db);
}
