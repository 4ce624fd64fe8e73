import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { openDatabase, type Store } from './connection/store.ts';
import { migrate, readMigrations } from './migrator.ts';

let database: TestDatabase;
let store: Store;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  store = database.store;
  folder = mkdtempSync(join(tmpdir(), 'curbwrench-migrations-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Makes the database look as if it had never been migrated, and writes the given migrations to the test's folder. */
async function resetMigrations(migrations: Record<string, string>): Promise<void> {
  await sql`drop table schema_migrations`.execute(store.kysely);
  writeMigrations(migrations);
}

function writeMigrations(migrations: Record<string, string>): void {
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text);
}

function runMigrations(target = store): Promise<string[]> {
  return migrate(target.kysely, pathToFileURL(`${folder}/`));
}

async function readRows(table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)} order by 1`.execute(store.kysely)).rows;
}

const firstMigration = {
  '0001_first.sql': `create table test_rows (id int); insert into test_rows values (1);`,
};
const secondMigration = {
  '0002_second.sql': `-- a comment; with a semicolon\ninsert into test_rows values (2)`,
};

describe('migrate', () => {
  test('does nothing if the database is up to date', async () => {
    expect(await migrate(store.kysely)).toEqual([]);
    const names = (await readMigrations()).map(({ name }) => ({ name }));
    const { rows } = await sql`select name from schema_migrations order by name`.execute(
      store.kysely,
    );
    expect(rows).toEqual(names);
  });

  test('applies new migrations in order, each only once', async () => {
    await resetMigrations(firstMigration);
    expect(await runMigrations()).toEqual(['0001_first.sql']);
    writeMigrations(secondMigration);
    expect(await runMigrations()).toEqual(['0002_second.sql']);
    expect(await runMigrations()).toEqual([]);
    expect(await readRows('test_rows')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('applies each migration only once even if several runs start at the same time', async () => {
    await resetMigrations({ ...firstMigration, ...secondMigration });
    // On a server, uses two connection pools, as two processes would.
    const otherStore = database.url
      ? await openDatabase({ kind: 'postgres', url: database.url })
      : undefined;
    const applied = await Promise.all([
      runMigrations(),
      runMigrations(otherStore),
      runMigrations(),
      runMigrations(otherStore),
    ]);
    expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await readRows('test_rows')).toEqual([{ id: 1 }, { id: 2 }]);
    await otherStore?.close();
  });

  test('rolls back a migration that fails, but not the migrations before it', async () => {
    await resetMigrations({
      ...firstMigration,
      '0002_wrong.sql': `create table half (id int); select 1/0;`,
    });
    await expect(runMigrations()).rejects.toThrow(
      'The migration 0002_wrong.sql failed: division by zero',
    );
    const { rows } =
      await sql`select to_regclass('half') as half, to_regclass('test_rows')::text as test_rows`.execute(
        store.kysely,
      );
    expect(rows).toEqual([{ half: null, test_rows: 'test_rows' }]);
  });

  test('rejects an applied migration that was changed, but ignores different line endings', async () => {
    await resetMigrations({ '0001_first.sql': 'create table test_rows (id int);\nselect 1;\n' });
    await runMigrations();
    writeMigrations({ '0001_first.sql': 'create table test_rows (id int);\r\nselect 1;\r\n' });
    expect(await runMigrations()).toEqual([]);
    writeMigrations({ '0001_first.sql': 'create table test_rows (id bigint);\nselect 1;\n' });
    await expect(runMigrations()).rejects.toThrow('The migration 0001_first.sql was changed after');
  });

  test('rejects a database that is newer than the code', async () => {
    await resetMigrations({ ...firstMigration, ...secondMigration });
    await runMigrations();
    rmSync(join(folder, '0002_second.sql'));
    await expect(runMigrations()).rejects.toThrow('The database is newer than this version');
  });

  test('rejects a new migration that comes before an applied one', async () => {
    await resetMigrations({ '0002_second.sql': 'create table test_rows (id int)' });
    await runMigrations();
    writeMigrations({ '0001_late.sql': 'select 1' });
    await expect(runMigrations()).rejects.toThrow('0001_late.sql comes before 0002_second.sql');
  });

  test('rejects two migrations with the same number, and invalid file names', async () => {
    await resetMigrations({ '0001_a.sql': '', '0001_b.sql': '' });
    await expect(runMigrations()).rejects.toThrow('0001_a.sql and 0001_b.sql have the same number');
    rmSync(join(folder, '0001_b.sql'));
    writeMigrations({ '2_b.sql': '' });
    await expect(runMigrations()).rejects.toThrow(`2_b.sql is not a valid migration name`);
  });
});
