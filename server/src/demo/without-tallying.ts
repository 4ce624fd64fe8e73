import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Loads rows with the triggers of the business's tables disabled, and counts all rows at the end: generated
 * rows are neither counted one by one nor audited. Must come first in its transaction, needs the rights of
 * the tables' owner, and locks the tables against other writers until the commit.
 */
export async function withoutTallying(
  trx: Transaction<Database>,
  load: () => Promise<void>,
): Promise<void> {
  const tables = await auditedTables(trx);
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  }
  await load();
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  }
  await sql`select rebuild_counts()`.execute(trx);
}

/** Includes appointments and payments, whose counts these are. */
async function auditedTables(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger
    where tgname = 'audited' and tgrelid <> 'audit_erasures'::regclass
    order by tgrelid::regclass::text
  `.execute(trx);
  return rows.map(({ table }) => table);
}
