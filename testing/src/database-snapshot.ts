import { sql, type Kysely } from 'kysely';
import type { Database } from '@curbwrench/server/database/schema';

/** Tables that a snapshot does not contain: those that migrations fill, and an unlogged one. */
const excludedTables = ['schema_migrations', 'audit_columns', 'audit_tables', 'rate_limits'];

/** Limits the length of each statement. */
const rowsPerStatement = 100;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Triggers that run even in the replica role, which disables the others. */
  readonly alwaysTriggers: readonly string[];
}

/**
 * Returns all rows of a migrated database, as SQL that inserts them into an empty one at the same
 * migration. The SQL disables foreign keys and triggers, so the order of the rows does not matter, but only a
 * superuser can run it.
 */
export async function createSnapshot(kysely: Kysely<Database>): Promise<string> {
  const tables = await readTables(kysely);
  const tablesWithAlwaysTriggers = tables.filter(({ alwaysTriggers }) => alwaysTriggers.length > 0);
  const lines = ['set session_replication_role = replica;'];
  lines.push(
    ...tablesWithAlwaysTriggers.map(({ name }) => `alter table ${name} disable trigger user;`),
  );
  // Replaces the rows that the migrations inserted.
  lines.push(...tables.map(({ name }) => `delete from ${name};`));
  for (const table of tables) lines.push(...(await createInserts(kysely, table)));
  lines.push(...(await createSetvals(kysely)));
  for (const { name, alwaysTriggers } of tablesWithAlwaysTriggers) {
    lines.push(`alter table ${name} enable trigger user;`);
    lines.push(
      ...alwaysTriggers.map((trigger) => `alter table ${name} enable always trigger ${trigger};`),
    );
  }
  lines.push('set session_replication_role = origin;');
  return `${lines.join('\n')}\n`;
}

async function readTables(kysely: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select tgname::text from pg_trigger where tgrelid = c.oid and tgenabled = 'A' order by tgname
      ) as "alwaysTriggers"
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not relname = any (${excludedTables}::text[])
    order by relname
  `.execute(kysely);
  return rows;
}

async function createInserts(
  kysely: Kysely<Database>,
  { name, columns }: Table,
): Promise<string[]> {
  const values = columns.map((column) => sql`quote_nullable(${sql.ref(column)}::text)`);
  const { rows } = await sql<{ row: string }>`
    select '(' || concat_ws(', ', ${sql.join(values)}) || ')' as row
    from ${sql.table(name)} t order by t::text
  `.execute(kysely);
  const inserts: string[] = [];
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const rowTexts = rows.slice(from, from + rowsPerStatement).map(({ row }) => row);
    inserts.push(
      `insert into ${name} (${columns.join(', ')}) overriding system value values\n${rowTexts.join(',\n')};`,
    );
  }
  return inserts;
}

async function createSetvals(kysely: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1
  `.execute(kysely);
  return rows.map(({ name, last }) => `select setval('${name}', ${last});`);
}
