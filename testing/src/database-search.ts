import { sql } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';

interface App {
  readonly store: Store;
}

/** Returns each table's name and its rows as lowercase text. */
async function readTablesAsText({ store }: App): Promise<[string, string][]> {
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables where table_schema = 'public'
  `.execute(store.kysely);
  const tables = rows.map(async ({ name }): Promise<[string, string]> => {
    const { rows: foundRows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t
    `.execute(store.kysely);
    return [
      name,
      foundRows
        .map(({ row }) => row)
        .join('\n')
        .toLowerCase(),
    ];
  });
  return Promise.all(tables);
}

/** Returns the names of the tables that contain this string. */
export async function findTablesContaining(app: App, text: string): Promise<string[]> {
  return (await readTablesAsText(app))
    .filter(([, rows]) => rows.includes(text.toLowerCase()))
    .map(([name]) => name);
}

/** Returns every row that contains one of these values, with the value and the table's name. */
export async function findRowsContaining(app: App, values: readonly string[]): Promise<string[]> {
  const contents = await readTablesAsText(app);
  return values.flatMap((value) =>
    contents.flatMap(([table, rows]) =>
      rows
        .split('\n')
        .filter((row) => row.includes(value.toLowerCase()))
        .map((row) => `${value} in ${table}: ${row}`),
    ),
  );
}

/** Returns the values that are not stored anywhere. */
export async function findMissing(app: App, values: readonly string[]): Promise<string[]> {
  const contents = await readTablesAsText(app);
  return values.filter((value) => !contents.some(([, rows]) => rows.includes(value.toLowerCase())));
}
