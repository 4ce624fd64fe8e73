import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';

/**
 * The tables that keep their rows, in addition to those of the audit trail: the tables that the migrations and the start
 * of a server fill, and the outbox, because servers remember the number of the last event that they have read.
 */
const keptTables = ['business', 'hourly_stats', 'outbox', 'push_keys', 'schema_migrations'];

/**
 * Deletes everything that a business has stored, except its settings and the audit trail, which can't be changed, and
 * restarts the numbers of appointments and of all other records. A server that is running on the database can continue
 * to use it.
 */
export async function emptyDatabase({ kysely }: Store): Promise<void> {
  // Otherwise the server would send notifications for these events after their records are gone.
  await sql`select number_outbox()`.execute(kysely);
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${keptTables})
      and not starts_with(relname, 'audit_')
    order by relname <> 'people', relname
  `.execute(kysely);
  await kysely.connection().execute(async (connection) => {
    // Turns off foreign keys, and the triggers that record each change in the audit trail.
    await sql`set session_replication_role = replica`.execute(connection);
    // One transaction per table, so that the server's background jobs cannot cause a deadlock. People first, so that a
    // job that is still running cannot insert more rows that refer to them.
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(connection);
    await sql`reset session_replication_role`.execute(connection);
  });
  await sql`
    select setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null and not sequencename ~ '^(audit|outbox)_'
  `.execute(kysely);
}
