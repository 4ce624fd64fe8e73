import { sql } from 'kysely';
import { sealAudit } from '@curbwrench/server/audit/changes';
import type { Store } from '@curbwrench/server/database/connection/store';

/** Every row of every table, by table name and row key. */
export type DatabaseContents = ReadonlyMap<string, ReadonlyMap<string, Row>>;

type Row = Readonly<Record<string, unknown>>;

/** A changed cell. `before` is undefined if the row is new, `after` if the row was deleted. */
export interface CellChange {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The columns that background jobs change shortly after a change. */
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  outbox: ['number'],
  outbound_messages: [
    'attempts',
    'next_attempt_at',
    'provider_id',
    'reason',
    'recipient',
    'sent_at',
    'state',
    'subject',
    'text',
  ],
};

/**
 * Reads the entire database in one query, except what the server derives shortly after a change: the stored counts and,
 * unless `withAuditTrail` is set, the event numbers, the delivery state of messages, and the audit trail. First assigns
 * event numbers, which creates notifications, and seals all previous changes if it reads the audit trail.
 */
export async function readDatabase(
  store: Store,
  { withAuditTrail = false }: { readonly withAuditTrail?: boolean } = {},
): Promise<DatabaseContents> {
  await sql`select number_outbox()`.execute(store.kysely);
  if (withAuditTrail) await sealAudit(store.kysely);
  const tables = (await (tablesByStore.get(store) ?? readTables(store))).filter(
    ({ name }) => withAuditTrail || !name.startsWith('audit_'),
  );
  const lastReads = lastReadsByStore.get(store) ?? new Map<string, TableRead>();
  lastReadsByStore.set(store, lastReads);
  const parts = tables.map(({ name }) => {
    const omitted = withAuditTrail ? [] : (derivedColumns[name] ?? []);
    const lastVersion = lastReads.get(name)?.version ?? null;
    // A changed row has a new `xmin` or `ctid`. The version begins with the number of omitted columns, so that a read
    // that omits fewer or more columns doesn't use the rows of this one.
    return sql`
      select ${sql.lit(name)} as name, version, case when version is distinct from ${lastVersion} then (
        select coalesce(json_agg(to_jsonb(t) - ${omitted}::text[]), '[]')::text from ${sql.table(name)} t
      ) end as rows
      from (
        select ${`${omitted.length} `} || coalesce(md5(string_agg(xmin::text || ctid::text, '')), '') as version
        from ${sql.table(name)}
      ) v`;
  });
  const { rows } = await sql<{ name: string; version: string; rows: string | null }>`
    ${sql.join(parts, sql` union all `)}
  `.execute(store.kysely);
  const keyColumnsByTable = new Map(tables.map(({ name, keyColumns }) => [name, keyColumns]));
  return new Map(
    rows.map(({ name, version, rows: newText }) => {
      const lastRead = lastReads.get(name);
      const text = newText ?? lastRead?.text ?? '[]';
      const rowsByKey =
        lastRead?.text === text
          ? lastRead.rows
          : parseRows(text, keyColumnsByTable.get(name) ?? null);
      lastReads.set(name, { version, text, rows: rowsByKey });
      return [name, rowsByKey];
    }),
  );
}

function parseRows(text: string, keyColumns: readonly string[] | null): ReadonlyMap<string, Row> {
  return new Map(
    (JSON.parse(text) as Row[]).map((row) => [
      JSON.stringify(keyColumns ? keyColumns.map((each) => row[each]) : row),
      row,
    ]),
  );
}

interface TableRead {
  /** Changes with every change of the table. */
  readonly version: string;
  readonly text: string;
  readonly rows: ReadonlyMap<string, Row>;
}

/**
 * Each table's last read. A table is not read again if it has not changed; between two reads, most tables have not.
 */
const lastReadsByStore = new WeakMap<Store, Map<string, TableRead>>();

/** How long the delivery of messages from previous requests may take. */
const settleTimeoutMs = 30_000;

/**
 * Reads the database after the messages from previous requests have been delivered, since delivering a message may
 * create a link. Does not wait for messages that are due later.
 */
export async function readSettledDatabase(store: Store): Promise<DatabaseContents> {
  const until = performance.now() + settleTimeoutMs;
  while (await isDelivering(store)) {
    if (performance.now() > until) throw new Error('The messages were not delivered.');
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  return readDatabase(store);
}

/**
 * Disables the job that alerts the office to appointments that need attention. The job runs every minute, and would
 * change the database during a test that compares the database's contents.
 */
export async function stopAttentionAlerts({ kysely }: Store): Promise<void> {
  await sql`
    create or replace function skip_row() returns trigger language plpgsql as 'begin return null; end'
  `.execute(kysely);
  await sql`
    create or replace trigger skip_alerts before insert on attention_alerts for each row execute function skip_row()
  `.execute(kysely);
}

async function isDelivering({ kysely }: Store): Promise<boolean> {
  const { rows } = await sql`
    select from outbound_messages
    where state = 'queued' and (next_attempt_at <= created_at or attempts > 0) limit 1
  `.execute(kysely);
  return rows.length > 0;
}

interface Table {
  readonly name: string;
  /** The columns of the primary key, or null without one. */
  readonly keyColumns: readonly string[] | null;
}

/** The tables of each store; cached, since tests never change the schema. */
const tablesByStore = new WeakMap<Store, Promise<readonly Table[]>>();

function readTables(store: Store): Promise<readonly Table[]> {
  const tables = findTables(store);
  tablesByStore.set(store, tables);
  return tables;
}

async function findTables(store: Store): Promise<readonly Table[]> {
  const tables = await sql<Table>`
    select c.relname::text as name, (
      select array_agg(a.attname::text order by a.attnum) from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ) as "keyColumns"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> 'schema_migrations' and c.relname not in ('appointment_counts', 'payment_totals')
    order by c.relname
  `.execute(store.kysely);
  return tables.rows;
}

/** Returns every cell that changed between two reads of the database. */
export function compareContents(before: DatabaseContents, after: DatabaseContents): CellChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [then, now] = [before.get(table), after.get(table)];
    // The same object, since the table's text is the same.
    if (then === now) return [];
    return [...new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((key) =>
      rowChanges(table, key, then?.get(key), now?.get(key)),
    );
  });
}

function rowChanges(
  table: string,
  key: string,
  before: Row | undefined,
  after: Row | undefined,
): CellChange[] {
  const columns = Object.keys({ ...before, ...after });
  return columns.flatMap((column) => {
    const [then, now] = [before?.[column], after?.[column]];
    return JSON.stringify(then) === JSON.stringify(now)
      ? []
      : [{ table, key, column, before: then, after: now }];
  });
}
