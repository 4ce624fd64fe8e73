import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Merges the rows that changes have added to the counts of appointments and payments. */
export async function mergeCounts(db: Kysely<Database>): Promise<void> {
  await sql`select fold_counts()`.execute(db);
}
