import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Makes one line of the many that changes have left in the tallies of appointments and payments. */
export async function foldCounts(db: Kysely<Database>): Promise<void> {
  await sql`select fold_counts()`.execute(db);
}
