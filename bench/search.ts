import { findRecords } from '@curbwrench/server/customers/record-search-queries';
import { sessionSettings } from '@curbwrench/server/database/connection/postgres-source';
import { openDatabase } from '@curbwrench/server/database/connection/store';
import pg from 'pg';
import type { PostgresDatabase } from './databases.ts';
import { measureReads, type Sample } from './measure.ts';
import { LoadGenerator, startApplication } from './processes.ts';
import {
  addSearchedCustomers,
  readSearchedCustomers,
  type SearchedCustomer,
} from './search-customers.ts';
import { signInAsAdvisor } from './sign-in.ts';

/** The results of one kind of search, and of the lookup in the same rounds. */
export interface SearchResult {
  readonly kind: string;
  readonly search: readonly Sample[];
  readonly lookup: readonly Sample[];
  /** The large tables of which a search did a full scan. */
  readonly scannedTables: readonly string[];
}

/** How many customers are searched for. */
const searchedCustomerCount = 40;

/** A table with more rows than this must not be scanned. */
const largeTableRows = 5000;

/** What staff search for, by the part of a customer's record that they know. */
const kinds: Readonly<Record<string, (customer: SearchedCustomer, index: number) => string>> = {
  name: ({ name }) => name.slice(0, name.indexOf(' ') + 4),
  'common name': () => 'garcia',
  'three letters': ({ name }) => name.slice(0, 3),
  email: ({ email }) => email,
  phone: ({ phone }) => phone.slice(-7),
  plate: ({ plate }) => plate.slice(0, 4),
  address: ({ address }) => address.slice(0, address.indexOf(',')),
  street: ({ address }) => address.slice(address.indexOf(' ') + 1, address.indexOf(',')),
  number: (_, index) => `#${index + 1}`,
};

/**
 * Measures the office's search on PostgreSQL, and in the same rounds one indexed lookup: a customer's record by its
 * id, with the same sign-in and checks. A single client searches, because latency is measured and not throughput. The
 * number of customers grows with the number of appointments.
 */
export async function measureSearch(
  database: PostgresDatabase,
  appointments: number,
  sampling: { readonly rounds: number; readonly seconds: number },
): Promise<SearchResult[]> {
  await addSearchedCustomers(database, appointments);
  const customers = await database.withConnection((query) =>
    readSearchedCustomers(query, searchedCustomerCount),
  );
  const textsOf = (kind: string) =>
    customers.map((customer, index) => kinds[kind]?.(customer, index) ?? '');
  const load = new LoadGenerator();
  const application = await startApplication(database.location);
  try {
    const cookie = await signInAsAdvisor(application.port);
    const toSubject = (name: string, paths: readonly string[]) => ({
      name,
      port: application.port,
      requests: paths.map((path) => ({ method: 'GET' as const, path, headers: { cookie } })),
    });
    const lookup = toSubject(
      'lookup',
      customers.map(({ id }) => `/api/customers/${id}`),
    );
    const subjects = Object.keys(kinds).map((kind) =>
      toSubject(
        kind,
        textsOf(kind).map((text) => `/api/search?text=${encodeURIComponent(text)}`),
      ),
    );
    const results: SearchResult[] = [];
    for (const subject of subjects) {
      const samples = await measureReads(load, [lookup, subject], { ...sampling, clients: 1 });
      results.push({
        kind: subject.name,
        search: samples.get(subject.name) ?? [],
        lookup: samples.get('lookup') ?? [],
        scannedTables: await findScans(database, textsOf(subject.name)[0] ?? ''),
      });
    }
    return results;
  } finally {
    await load.stop();
    await application.stop();
  }
}

/** Returns whether no search scanned a large table. */
export function usesIndexes({ scannedTables }: SearchResult): boolean {
  return scannedTables.length === 0;
}

/** A node of a PostgreSQL query plan in JSON format. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Runs a search, and returns the large tables of which its statements do a full scan, according to the plans that the
 * application gets.
 */
async function findScans({ location }: PostgresDatabase, text: string): Promise<string[]> {
  const statements = await recordStatements(location, text);
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    for (const [name, value] of Object.entries(sessionSettings)) {
      await client.query('select set_config($1, $2, false)', [name, value]);
    }
    const scannedTables = new Set<string>();
    for (const [index, { sql, parameters }] of statements.entries()) {
      const values = parameters.map((value) =>
        typeof value === 'number' ? String(value) : client.escapeLiteral(String(value)),
      );
      await client.query(`prepare searched_${index} as ${sql}`);
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `explain (format json) execute searched_${index}${values.length > 0 ? `(${values.join()})` : ''}`,
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      for (const table of plan ? listScans(plan.Plan) : []) scannedTables.add(table);
    }
    const { rows: largeTables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > $1 and relname = any($2)
       order by 1`,
      [largeTableRows, [...scannedTables]],
    );
    return largeTables.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Runs a search and returns its statements. */
async function recordStatements(
  location: PostgresDatabase['location'],
  text: string,
): Promise<{ readonly sql: string; readonly parameters: readonly unknown[] }[]> {
  const store = await openDatabase({ ...location, poolSize: 1 });
  try {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const recorder = store.kysely.withPlugin({
      transformQuery({ node, queryId }) {
        statements.push(store.kysely.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await findRecords(recorder, text);
    return statements;
  } finally {
    await store.close();
  }
}

/** Returns the tables of which a plan does a full scan. */
function listScans({ Plans: children = [], ...node }: PlanNode): string[] {
  const table = node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : undefined;
  return [...(table === undefined ? [] : [table]), ...children.flatMap(listScans)];
}
