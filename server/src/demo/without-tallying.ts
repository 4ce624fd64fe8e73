import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Loads rows with the triggers of the business's tables switched off, and counts afresh at the end:
 * what is made up is neither counted one by one nor audited. Must come first in its transaction,
 * needs the rights of the tables' owner, and keeps everyone else from writing to them until the
 * commit.
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

/** Appointments and payments, whose tallies these are, are among them. */
async function auditedTables(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger
    where tgname = 'audited' and tgrelid <> 'audit_erasures'::regclass
    order by tgrelid::regclass::text
  `.execute(trx);
  return rows.map(({ table }) => table);
}
