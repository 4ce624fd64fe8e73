import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { migrate, readMigrations } from '@curbwrench/server/database/migrator';

/** A fresh, migrated database for one test file. */
export interface TestDatabase {
  store: Store;
  /** The URL at which a second store can reach the same database; set only for a database on a server. */
  url?: string;
  /** Closes the store and removes the database. */
  drop(): Promise<void>;
}

/** TypeScript declares this global only together with those of browsers. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

const serverUrl = process.env['TEST_DATABASE_URL'];

/** The kind of database the tests run on: PostgreSQL if TEST_DATABASE_URL is set, otherwise embedded. */
export const testDatabaseKind: Store['kind'] = serverUrl === undefined ? 'embedded' : 'postgres';

/**
 * Creates a fresh, migrated database in about a second, as a copy of a database that is migrated once and cached until
 * a migration or the engine changes. Test files may call it concurrently.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return serverUrl === undefined ? createEmbedded() : createOnServer(serverUrl);
}

/**
 * Opens a database on a server a second time, as another process would. An embedded database allows only
 * one process, so its existing store is returned. Dropping the result closes only what this function opened.
 */
export async function reopen(database: TestDatabase): Promise<TestDatabase> {
  if (database.url === undefined) return { store: database.store, drop: async () => {} };
  const store = await openDatabase({ kind: 'postgres', url: database.url });
  return { store, url: database.url, drop: () => store.close() };
}

async function createEmbedded(): Promise<TestDatabase> {
  compiledEngine ??= compileEngine();
  await compiledEngine;
  const store = await openDatabase({
    kind: 'embedded',
    folder: 'memory',
    dump: await migratedDump(),
  });
  return { store, drop: () => store.close() };
}

/**
 * The engine's compiled code. Node shares compiled code between the threads of a process only while it is referenced;
 * otherwise each database, which has a thread of its own, would compile and optimize it anew.
 */
let compiledEngine: Promise<object> | undefined;

async function compileEngine(): Promise<object> {
  return WebAssembly.compile(await readFile(join(engineFolder(), 'dist/pglite.wasm')));
}

async function migratedDump(): Promise<Uint8Array> {
  const folder = join(tmpdir(), 'curbwrench-test-databases');
  const file = join(folder, `small-${await fingerprint(await engineVersion())}.tar`);
  try {
    return await readFile(file);
  } catch {
    return await makeDump(folder, file);
  }
}

/** Several workers may run this concurrently; each makes the same dump, and the last rename wins. */
async function makeDump(folder: string, file: string): Promise<Uint8Array> {
  const store = await openDatabase({ kind: 'embedded', folder: 'memory' });
  let dump: Uint8Array;
  try {
    await migrate(store.kysely);
    await dropTemplates(store);
    dump = await store.dump();
  } finally {
    await store.close();
  }
  await mkdir(folder, { recursive: true });
  await removeOldDumps(folder);
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporaryFile, dump);
  await rename(temporaryFile, file);
  return dump;
}

/** Removes the template databases: tests do not need them, and they make up half of the dump that each test loads. */
async function dropTemplates({ kysely }: Store): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(kysely);
  await sql`drop database template0`.execute(kysely);
  await sql`drop database template1`.execute(kysely);
  await sql`checkpoint`.execute(kysely);
}

/** Removes old dumps: each change to the migrations leaves behind a dump of about 20 MB. */
async function removeOldDumps(folder: string): Promise<void> {
  const yesterday = Date.now() - 24 * 60 * 60_000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another worker may be removing the same file.
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (changedAt < yesterday) await rm(path, { force: true });
  }
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `cw_test_${randomBytes(8).toString('hex')}`;
  await withServerClient(server, async (client) => {
    const template = await migratedTemplate(client, server);
    await client.query(`create database ${name} template ${template}`);
  });
  const url = getDatabaseUrl(server, name);
  const store = await openDatabase({ kind: 'postgres', url });
  return {
    store,
    url,
    drop: async () => {
      await store.close();
      await withServerClient(server, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Takes a lock, so that workers that start together create the template once and copy it one after another. */
async function migratedTemplate(client: pg.Client, server: string): Promise<string> {
  const template = `cw_template_${await fingerprint('')}`;
  await client.query(`select pg_advisory_lock(hashtextextended('curbwrench tests', 0))`);
  const { rows } = await client.query(`select 1 from pg_database where datname = $1`, [template]);
  if (rows.length > 0) return template;
  // Created under a different name: a run that is interrupted must not leave an incomplete template.
  const temporaryName = `${template}_new`;
  await client.query(`drop database if exists ${temporaryName} with (force)`);
  await client.query(`create database ${temporaryName} template template0`);
  const store = await openDatabase({
    kind: 'postgres',
    url: getDatabaseUrl(server, temporaryName),
  });
  try {
    await migrate(store.kysely);
  } finally {
    await store.close();
  }
  await client.query(`alter database ${temporaryName} rename to ${template}`);
  return template;
}

async function withServerClient(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function getDatabaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns a hash of everything that a migrated database depends on. */
async function fingerprint(engine: string): Promise<string> {
  const hash = createHash('sha256').update(engine);
  for (const { name, checksum } of await readMigrations()) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function engineVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(engineFolder(), 'package.json'), 'utf8'),
  );
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : engineFolder();
}

/** The engine's package doesn't export its package.json, so its folder is found by its entry point. */
function engineFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return join(dirname(entry), '..');
}
