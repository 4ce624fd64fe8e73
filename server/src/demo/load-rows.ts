import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Table = keyof Database;

/** A row to insert into a table. The `jsonb` column `detail` takes an object. */
export type RowOf<T extends Table> = {
  readonly [K in keyof Insertable<Database[T]>]: K extends 'detail'
    ? Readonly<Record<string, unknown>>
    : Insertable<Database[T]>[K];
};

/** Rows per statement: enough to save round trips, few enough to fit into one message. */
const batchSize = 4000;

/**
 * Inserts many rows, in order and in few statements. The rows are sent as JSON, which PostgreSQL converts to
 * the table's types. All rows must have the same columns as the first row.
 */
export async function loadRows<T extends Table>(
  trx: Transaction<Database>,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<void> {
  const [firstRow] = rows;
  if (!firstRow) return;
  const columns = sql.join(Object.keys(firstRow).map((name) => sql.ref(name)));
  const name = sql.table(table);
  for (let from = 0; from < rows.length; from += batchSize) {
    await sql`
      insert into ${name} (${columns})
      select ${columns}
      from json_populate_recordset(null::${name}, ${JSON.stringify(rows.slice(from, from + batchSize))}::json)
    `.execute(trx);
  }
}

/** Reserves this many ids from the sequence of a table's `id`, and returns them in ascending order. */
export async function reserveIds(
  trx: Transaction<Database>,
  table: 'appointments' | 'payments' | 'plans' | 'services' | 'subscription_periods' | 'vehicles',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count}::int)
  `.execute(trx);
  return rows.map(({ id }) => id);
}
