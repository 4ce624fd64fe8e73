import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { migrate, readMigrations } from '@curbwrench/server/database/migrator';

/** A fresh, migrated database that belongs to one test file. */
export interface TestDatabase {
  store: Store;
  /** Set when it is on a server: where a second store can reach the same database. */
  url?: string;
  /** Closes the store and removes the database. */
  drop(): Promise<void>;
}

const serverUrl = process.env['TEST_DATABASE_URL'];

/** Which database the tests run on: a server if TEST_DATABASE_URL names one. */
export const testDatabaseKind: Store['kind'] = serverUrl === undefined ? 'embedded' : 'postgres';

/**
 * Makes a fresh, migrated database in about a second: a copy of one that is migrated once,
 * and kept until a migration or the engine changes. Files may call it at the same time.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return serverUrl === undefined ? createEmbedded() : createOnServer(serverUrl);
}

/**
 * The same database as another process would open it, where it is on a server; the embedded one
 * has a single process, and answers with itself. Dropping it closes what was opened.
 */
export async function reopen(database: TestDatabase): Promise<TestDatabase> {
  if (database.url === undefined) return { store: database.store, drop: async () => {} };
  const store = await openDatabase({ kind: 'postgres', url: database.url });
  return { store, url: database.url, drop: () => store.close() };
}

async function createEmbedded(): Promise<TestDatabase> {
  const store = await openDatabase({
    kind: 'embedded',
    folder: 'memory',
    dump: await migratedDump(),
  });
  return { store, drop: () => store.close() };
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

/** Several workers may get here at once; each makes the same dump, and the last rename counts. */
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
  await removeOldFiles(folder);
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(unfinished, dump);
  await rename(unfinished, file);
  return dump;
}

/** Nobody makes a database from them there, and they are half of what each test would load. */
async function dropTemplates({ kysely }: Store): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(kysely);
  await sql`drop database template0`.execute(kysely);
  await sql`drop database template1`.execute(kysely);
  await sql`checkpoint`.execute(kysely);
}

/** Every change of a migration leaves a dump of some 20 MB behind. */
async function removeOldFiles(folder: string): Promise<void> {
  const yesterday = Date.now() - 24 * 60 * 60_000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another worker may be removing the same one.
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (changedAt < yesterday) await rm(path, { force: true });
  }
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `cw_test_${randomBytes(8).toString('hex')}`;
  await onServer(server, async (client) => {
    const template = await migratedTemplate(client, server);
    await client.query(`create database ${name} template ${template}`);
  });
  const url = urlOf(server, name);
  const store = await openDatabase({ kind: 'postgres', url });
  return {
    store,
    url,
    drop: async () => {
      await store.close();
      await onServer(server, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Under a lock, so that workers that start together make it once and copy it one by one. */
async function migratedTemplate(client: pg.Client, server: string): Promise<string> {
  const template = `cw_template_${await fingerprint('')}`;
  await client.query(`select pg_advisory_lock(hashtextextended('curbwrench tests', 0))`);
  const { rows } = await client.query(`select 1 from pg_database where datname = $1`, [template]);
  if (rows.length > 0) return template;
  // Made under another name: a run that is stopped in the middle must not leave a half one.
  const unfinished = `${template}_new`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished} template template0`);
  const store = await openDatabase({ kind: 'postgres', url: urlOf(server, unfinished) });
  try {
    await migrate(store.kysely);
  } finally {
    await store.close();
  }
  await client.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}

async function onServer(
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

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Names what a migrated database depends on. */
async function fingerprint(engine: string): Promise<string> {
  const hash = createHash('sha256').update(engine);
  for (const { name, checksum } of await readMigrations()) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** The engine's package doesn't export its package.json, so it is found beside its entry. */
async function engineVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(
    await readFile(join(dirname(entry), '../package.json'), 'utf8'),
  );
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return version ? String(manifest.version) : entry;
}
