import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Runs `load` with the triggers of all audited tables disabled, and then rebuilds the stored counts, so that
 * generated rows are neither audited nor counted one by one. Must run before any other change in its transaction, needs
 * the rights of the tables' owner, and locks the tables against other writers until the commit.
 */
export async function loadWithoutTriggers(
  trx: Transaction<Database>,
  load: () => Promise<void>,
): Promise<void> {
  const tables = await readAuditedTables(trx);
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  }
  await load();
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  }
  await sql`select rebuild_counts()`.execute(trx);
}

/** Returns all audited tables, including the tables with stored counts: appointments and payments. */
async function readAuditedTables(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger
    where tgname = 'audited' and tgrelid <> 'audit_erasures'::regclass
    order by tgrelid::regclass::text
  `.execute(trx);
  return rows.map(({ table }) => table);
}
