import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { createDataPlace, type DataPlace } from '@curbwrench/testing/data-place';
import { runProgram } from '@curbwrench/testing/program-run';
import { backUp } from './backup/back-up.ts';
import { writeManifest } from './backup/manifest.ts';
import { readArchive } from './backup/read-archive.ts';
import { restore } from './backup/restore.ts';
import { writeArchive } from './backup/write-archive.ts';
import { openDatabase } from './database/connection/store.ts';
import { migrate, readMigrations } from './database/migrator.ts';

const onServer = testDatabaseKind === 'postgres' ? describe : () => {};

const now = new Date('2026-03-03T17:00:00Z');

async function newPlace(): Promise<DataPlace> {
  const place = await createDataPlace('postgres');
  onTestFinished(() => place.remove());
  return place;
}

const urlOf = (place: DataPlace): string => place.environment['DATABASE_URL'] ?? '';

const target = (place: DataPlace) => ({ dataFolder: place.folder, databaseUrl: urlOf(place) });

/** Creates the tables of a business, and returns its backup. */
async function backUpMigrated(place: DataPlace): Promise<string> {
  const { store } = await place.open();
  await migrate(store.kysely);
  await store.close();
  const file = join(place.folder, '..', 'backup.tar.gz');
  await backUp(target(place), file, now);
  return file;
}

async function countTables(place: DataPlace): Promise<number> {
  const { store } = await place.open();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where schemaname = 'public'
  `.execute(store.kysely);
  await store.close();
  return rows[0]?.count ?? 0;
}

async function dropRole(role: string): Promise<void> {
  const place = await createDataPlace('postgres');
  const { store } = await place.open();
  await sql`drop role ${sql.id(role)}`.execute(store.kysely);
  await store.close();
  await place.remove();
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
  const nowhere = { dataFolder: folder, databaseUrl: 'postgres://localhost:1/none' };
  await expect(restore(file, nowhere)).rejects.toThrow(
    'This backup is of an embedded database: restore it without DATABASE_URL.',
  );
});

onServer('on a server', () => {
  test('an owner who is no superuser backs up and restores @data.backup @data.restore', async () => {
    const role = `cw_owner_${randomBytes(6).toString('hex')}`;
    // Runs last, when the databases that the role owns are gone.
    onTestFinished(() => dropRole(role));
    const place = await newPlace();
    const copy = await newPlace();
    const password = randomBytes(12).toString('hex');
    const { store } = await place.open();
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(
      store.kysely,
    );
    await store.close();
    const urls = await Promise.all(
      [place, copy].map(async (each) => {
        const { store: admin } = await each.open();
        const name = new URL(urlOf(each)).pathname.slice(1);
        await sql`alter database ${sql.id(name)} owner to ${sql.id(role)}`.execute(admin.kysely);
        await sql`alter schema public owner to ${sql.id(role)}`.execute(admin.kysely);
        await admin.close();
        const url = new URL(urlOf(each));
        url.username = role;
        url.password = password;
        return url.href;
      }),
    );
    const [from = '', to = ''] = urls;
    const owner = await openDatabase({ kind: 'postgres', url: from });
    await migrate(owner.kysely);
    await owner.close();
    const file = join(place.folder, '..', 'backup.tar.gz');
    await backUp({ dataFolder: place.folder, databaseUrl: from }, file, now);
    await restore(file, { dataFolder: copy.folder, databaseUrl: to });
    const restored = await openDatabase({ kind: 'postgres', url: to });
    expect(await migrate(restored.kysely)).toEqual([]);
    await restored.close();
  });

  test('a restore that fails in the middle leaves the database empty @data.restore', async () => {
    const place = await newPlace();
    const file = await backUpMigrated(place);
    const texts = new Map<string, Buffer>();
    await readArchive(file, async (entry, content) => {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      texts.set(entry.name, Buffer.concat(chunks));
    });
    const dump = texts.get('database.dump') ?? Buffer.alloc(0);
    const cut = join(place.folder, '..', 'cut.dump');
    await writeFile(cut, dump.subarray(0, dump.length - 2000));
    const broken = join(place.folder, '..', 'broken.tar.gz');
    const manifest = texts.get('backup.json')?.toString() ?? '';
    await writeArchive(
      broken,
      [
        { name: 'backup.json', text: manifest },
        { name: 'database.dump', file: cut },
      ],
      now,
    );
    const copy = await newPlace();
    await expect(restore(broken, target(copy))).rejects.toThrow(/^pg_restore failed: /);
    expect(await countTables(copy)).toBe(0);
    await restore(file, target(copy));
    expect(await countTables(copy)).toBeGreaterThan(30);
  });

  test('a backup of one kind of database, or of a newer server, is refused @data.restore', async () => {
    const place = await newPlace();
    const file = await backUpMigrated(place);
    const embedded = { dataFolder: join(place.folder, 'embedded'), databaseUrl: null };
    await expect(restore(file, embedded)).rejects.toThrow(
      'This backup is of a PostgreSQL database: set DATABASE_URL to an empty one.',
    );
    const newer = join(place.folder, '..', 'newer.tar.gz');
    await readArchive(file, async (entry, content) => {
      if (entry.name !== 'backup.json') return;
      let text = '';
      for await (const chunk of content) text += chunk.toString();
      text = text.replace(/"postgresVersion": \d+/, '"postgresVersion": 99');
      await writeArchive(newer, [{ name: 'backup.json', text }], now);
    });
    const copy = await newPlace();
    await expect(restore(newer, target(copy))).rejects.toThrow(
      /^This backup is of PostgreSQL 99, and the database server is older: \d+\.$/,
    );
  });

  test("PostgreSQL's programs that are missing or too old are named @data.backup", async ({
    signal,
  }) => {
    const place = await newPlace();
    const folder = join(place.folder, '..', 'files');
    const programs = join(place.folder, '..', 'programs');
    await Promise.all([mkdir(folder), mkdir(programs)]);
    const { store } = await place.open();
    await migrate(store.kysely);
    await store.close();
    const environment = { ...place.environment, PATH: programs };
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
        /^The program pg_dump has version 9 and the database server \d+; install/,
      ) as string,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
