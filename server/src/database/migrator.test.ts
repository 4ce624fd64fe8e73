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

/** Writes the test's own migrations, as if the database had never had any. */
async function startOver(migrations: Record<string, string>): Promise<void> {
  await sql`drop table schema_migrations`.execute(store.kysely);
  write(migrations);
}

function write(migrations: Record<string, string>): void {
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text);
}

function run(on = store): Promise<string[]> {
  return migrate(on.kysely, pathToFileURL(`${folder}/`));
}

async function readRows(table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)} order by 1`.execute(store.kysely)).rows;
}

const first = { '0001_first.sql': `create table made (id int); insert into made values (1);` };
const second = { '0002_second.sql': `-- a comment; with a semicolon\ninsert into made values (2)` };

describe('migrate', () => {
  test('has nothing to do on a migrated database', async () => {
    expect(await migrate(store.kysely)).toEqual([]);
    const names = (await readMigrations()).map(({ name }) => ({ name }));
    const { rows } = await sql`select name from schema_migrations order by name`.execute(
      store.kysely,
    );
    expect(rows).toEqual(names);
  });

  test('applies new migrations in order, once', async () => {
    await startOver(first);
    expect(await run()).toEqual(['0001_first.sql']);
    write(second);
    expect(await run()).toEqual(['0002_second.sql']);
    expect(await run()).toEqual([]);
    expect(await readRows('made')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('applies everything once when run twice at the same time', async () => {
    await startOver({ ...first, ...second });
    // On a server, from two pools, as two processes would.
    const other = database.url
      ? await openDatabase({ kind: 'postgres', url: database.url })
      : undefined;
    const applied = await Promise.all([run(), run(other), run(), run(other)]);
    expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await readRows('made')).toEqual([{ id: 1 }, { id: 2 }]);
    await other?.close();
  });

  test('rolls back a migration that fails, but not the earlier ones', async () => {
    await startOver({ ...first, '0002_wrong.sql': `create table half (id int); select 1/0;` });
    await expect(run()).rejects.toThrow('The migration 0002_wrong.sql failed: division by zero');
    const { rows } =
      await sql`select to_regclass('half') as half, to_regclass('made')::text as made`.execute(
        store.kysely,
      );
    expect(rows).toEqual([{ half: null, made: 'made' }]);
  });

  test('refuses an applied file that was changed, except for its line endings', async () => {
    await startOver({ '0001_first.sql': 'create table made (id int);\nselect 1;\n' });
    await run();
    write({ '0001_first.sql': 'create table made (id int);\r\nselect 1;\r\n' });
    expect(await run()).toEqual([]);
    write({ '0001_first.sql': 'create table made (id bigint);\nselect 1;\n' });
    await expect(run()).rejects.toThrow('The migration 0001_first.sql was changed after');
  });

  test('refuses a database that is newer than the code', async () => {
    await startOver({ ...first, ...second });
    await run();
    rmSync(join(folder, '0002_second.sql'));
    await expect(run()).rejects.toThrow('The database is newer than this version');
  });

  test('refuses a new migration that comes before an applied one', async () => {
    await startOver({ '0002_second.sql': 'create table made (id int)' });
    await run();
    write({ '0001_late.sql': 'select 1' });
    await expect(run()).rejects.toThrow('0001_late.sql comes before 0002_second.sql');
  });

  test('refuses two migrations with the same number, and invalid names', async () => {
    await startOver({ '0001_a.sql': '', '0001_b.sql': '' });
    await expect(run()).rejects.toThrow('0001_a.sql and 0001_b.sql have the same number');
    rmSync(join(folder, '0001_b.sql'));
    write({ '2_b.sql': '' });
    await expect(run()).rejects.toThrow(`2_b.sql is not a valid migration name`);
  });
});
