import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { createBusinessData, type BusinessData } from '@curbwrench/testing/business-data';
import { runProgram } from '@curbwrench/testing/run-program';
import { backUp } from './backup/back-up.ts';
import { writeManifest } from './backup/manifest.ts';
import { readArchive } from './backup/read-archive.ts';
import { restore } from './backup/restore.ts';
import { writeArchive } from './backup/write-archive.ts';
import { openDatabase } from './database/connection/store.ts';
import { migrate, readMigrations } from './database/migrator.ts';

const describeOnPostgres = testDatabaseKind === 'postgres' ? describe : () => {};

const now = new Date('2026-03-03T17:00:00Z');

async function createDataForTest(): Promise<BusinessData> {
  const data = await createBusinessData('postgres');
  onTestFinished(() => data.remove());
  return data;
}

const getUrl = (data: BusinessData): string => data.environment['DATABASE_URL'] ?? '';

const getLocations = (data: BusinessData) => ({
  dataFolder: data.folder,
  databaseUrl: getUrl(data),
});

/** Creates the tables of a business, backs it up and returns the path of the backup. */
async function migrateAndBackUp(data: BusinessData): Promise<string> {
  const { store } = await data.open();
  await migrate(store.kysely);
  await store.close();
  const file = join(data.folder, '..', 'backup.tar.gz');
  await backUp(getLocations(data), file, now);
  return file;
}

async function countTables(data: BusinessData): Promise<number> {
  const { store } = await data.open();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where schemaname = 'public'
  `.execute(store.kysely);
  await store.close();
  return rows[0]?.count ?? 0;
}

async function dropRole(role: string): Promise<void> {
  const data = await createBusinessData('postgres');
  const { store } = await data.open();
  await sql`drop role ${sql.id(role)}`.execute(store.kysely);
  await store.close();
  await data.remove();
}

test('a backup of the embedded database is not restored into PostgreSQL @data.restore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
  const text = writeManifest({
    createdAt: now.toISOString(),
    database: 'embedded',
    postgresVersion: 17,
    migrations,
  });
  const file = join(folder, 'backup.tar.gz');
  await writeArchive(file, [{ name: 'backup.json', text }], now);
  const target = { dataFolder: folder, databaseUrl: 'postgres://localhost:1/none' };
  await expect(restore(file, target)).rejects.toThrow(
    'This backup is from an embedded database: restore it without DATABASE_URL.',
  );
});

describeOnPostgres('on a PostgreSQL server', () => {
  test('a database owner who is not a superuser can back up and restore @data.backup @data.restore', async () => {
    const role = `cw_owner_${randomBytes(6).toString('hex')}`;
    // Runs last, after the databases that the role owns have been dropped.
    onTestFinished(() => dropRole(role));
    const data = await createDataForTest();
    const copy = await createDataForTest();
    const password = randomBytes(12).toString('hex');
    const { store } = await data.open();
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(
      store.kysely,
    );
    await store.close();
    const urls = await Promise.all(
      [data, copy].map(async (each) => {
        const { store: admin } = await each.open();
        const name = new URL(getUrl(each)).pathname.slice(1);
        await sql`alter database ${sql.id(name)} owner to ${sql.id(role)}`.execute(admin.kysely);
        await sql`alter schema public owner to ${sql.id(role)}`.execute(admin.kysely);
        await admin.close();
        const url = new URL(getUrl(each));
        url.username = role;
        url.password = password;
        return url.href;
      }),
    );
    const [sourceUrl = '', targetUrl = ''] = urls;
    const owner = await openDatabase({ kind: 'postgres', url: sourceUrl });
    await migrate(owner.kysely);
    await owner.close();
    const file = join(data.folder, '..', 'backup.tar.gz');
    await backUp({ dataFolder: data.folder, databaseUrl: sourceUrl }, file, now);
    await restore(file, { dataFolder: copy.folder, databaseUrl: targetUrl });
    const restored = await openDatabase({ kind: 'postgres', url: targetUrl });
    expect(await migrate(restored.kysely)).toEqual([]);
    await restored.close();
  });

  test('a restore that fails in the middle leaves the database empty @data.restore', async () => {
    const data = await createDataForTest();
    const file = await migrateAndBackUp(data);
    const contents = new Map<string, Buffer>();
    await readArchive(file, async (entry, content) => {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      contents.set(entry.name, Buffer.concat(chunks));
    });
    const dump = contents.get('database.dump') ?? Buffer.alloc(0);
    const truncatedDump = join(data.folder, '..', 'cut.dump');
    await writeFile(truncatedDump, dump.subarray(0, dump.length - 2000));
    const broken = join(data.folder, '..', 'broken.tar.gz');
    const manifest = contents.get('backup.json')?.toString() ?? '';
    await writeArchive(
      broken,
      [
        { name: 'backup.json', text: manifest },
        { name: 'database.dump', file: truncatedDump },
      ],
      now,
    );
    const copy = await createDataForTest();
    await expect(restore(broken, getLocations(copy))).rejects.toThrow(/^pg_restore failed: /);
    expect(await countTables(copy)).toBe(0);
    await restore(file, getLocations(copy));
    expect(await countTables(copy)).toBeGreaterThan(30);
  });

  test('a backup cannot be restored into the other kind of database, or by an older PostgreSQL server @data.restore', async () => {
    const data = await createDataForTest();
    const file = await migrateAndBackUp(data);
    const embedded = { dataFolder: join(data.folder, 'embedded'), databaseUrl: null };
    await expect(restore(file, embedded)).rejects.toThrow(
      'This backup is from a PostgreSQL database: set DATABASE_URL to an empty one.',
    );
    const newer = join(data.folder, '..', 'newer.tar.gz');
    await readArchive(file, async (entry, content) => {
      if (entry.name !== 'backup.json') return;
      let text = '';
      for await (const chunk of content) text += chunk.toString();
      text = text.replace(/"postgresVersion": \d+/, '"postgresVersion": 99');
      await writeArchive(newer, [{ name: 'backup.json', text }], now);
    });
    const copy = await createDataForTest();
    await expect(restore(newer, getLocations(copy))).rejects.toThrow(
      /^This backup is from PostgreSQL 99, but the database server is older \(version \d+\)\.$/,
    );
  });

  test('an error names the PostgreSQL program that is missing or too old @data.backup', async ({
    signal,
  }) => {
    const data = await createDataForTest();
    const folder = join(data.folder, '..', 'files');
    const programs = join(data.folder, '..', 'programs');
    await Promise.all([mkdir(folder), mkdir(programs)]);
    const { store } = await data.open();
    await migrate(store.kysely);
    await store.close();
    const environment = { ...data.environment, PATH: programs };
    expect(await runProgram('backup', environment, signal, [folder])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^The program pg_dump is missing; install PostgreSQL's client/,
      ) as string,
    });
    const old = join(programs, 'pg_dump');
    await writeFile(old, '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n');
    await chmod(old, 0o755);
    expect(await runProgram('backup', environment, signal, [folder])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^The program pg_dump is version 9, but the database server is version \d+; install/,
      ) as string,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
