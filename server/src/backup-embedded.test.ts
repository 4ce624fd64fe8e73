import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startChild } from '@curbwrench/testing/child-process';
import { createBusinessData, type BusinessData } from '@curbwrench/testing/business-data';
import { runProgram, type ProgramResult } from '@curbwrench/testing/run-program';
import { removeOldBackups } from './backup/backup-files.ts';
import { throwIfOwnedByAnotherUser } from './backup/data-folder.ts';
import { CopyFailedError, requestCopy } from './database/connection/copy-requests.ts';
import { EmbeddedSource } from './database/connection/embedded-source.ts';
import { connectToHolder, lockFolder } from './database/connection/folder-lock.ts';
import { openDatabase, type Store } from './database/connection/store.ts';
import { inTransaction } from './database/connection/transaction.ts';
import { migrate } from './database/migrator.ts';

/*
 * Backup tests that apply only to the embedded database: copies made by the process that has the data folder open, and
 * backups of the folder's other files.
 */

let data: BusinessData;
let folder: string;

let template: BusinessData;

beforeAll(async () => {
  template = await createBusinessData('embedded');
  const { store } = await template.open();
  await migrate(store.kysely);
  await sql`create table test_rows (id int)`.execute(store.kysely);
  await store.close();
});
afterAll(() => template.remove());

beforeEach(async () => {
  data = await createBusinessData('embedded');
  folder = join(data.folder, 'database');
});

const run = (program: string, signal: AbortSignal, ...args: string[]): Promise<ProgramResult> =>
  runProgram(program, data.environment, signal, args);

/** Copies the template's database, with its empty table `test_rows`, and opens it. */
async function openCopy(): Promise<Store> {
  onTestFinished(() => data.remove());
  await mkdir(folder, { recursive: true });
  await cp(join(template.folder, 'database/cluster'), join(folder, 'cluster'), { recursive: true });
  const store = await openDatabase({ kind: 'embedded', folder });
  onTestFinished(() => store.close());
  return store;
}

const listCopies = (): string[] =>
  existsSync(join(folder, 'copies')) ? readdirSync(join(folder, 'copies')) : [];

test('a copy waits for the open transaction to end and contains only committed rows @data.backup', async () => {
  const store = await openCopy();
  await sql`insert into test_rows values (1)`.execute(store.kysely);
  const events: string[] = [];
  let requestedCopy: ReturnType<typeof requestCopy> = Promise.resolve(null);
  const transaction = inTransaction(store, async (trx) => {
    await sql`insert into test_rows values (2)`.execute(trx);
    requestedCopy = requestCopy(folder).finally(() => events.push('copied'));
    // The request arrives while these rows are inserted; its copy must wait for the transaction.
    for (let id = 3; id < 30; id += 1) await sql`insert into test_rows values (${id})`.execute(trx);
    throw new Error('Never mind.');
  });
  await expect(transaction.finally(() => events.push('rolled back'))).rejects.toThrow(
    'Never mind.',
  );
  const copy = await requestedCopy;
  expect(events).toEqual(['rolled back', 'copied']);
  expect(copy?.migrations[0]).toMatchObject({ name: '0001_people.sql' });

  const other = join(data.folder, 'other');
  await mkdir(other);
  await rename(copy?.folder ?? '', join(other, 'cluster'));
  const copiedStore = await openDatabase({ kind: 'embedded', folder: other });
  onTestFinished(() => copiedStore.close());
  const { rows } = await sql`select id from test_rows`.execute(copiedStore.kysely);
  expect(rows).toEqual([{ id: 1 }]);
});

test('a copy is deleted when the process that requested it is killed, and when the database closes', async () => {
  const store = await openCopy();
  const requester = startChild(
    `
    const { requestCopy } = await import(built('database/connection/copy-requests'));
    console.log((await requestCopy(process.argv[1])).folder);
    setInterval(() => {}, 1000);
    `,
    [folder],
  );
  onTestFinished(() => requester.kill());
  const copyFolder = await requester.nextLine();
  expect(listCopies()).toEqual([copyFolder?.split('/').at(-1)]);
  await requester.kill();
  await vi.waitUntil(() => listCopies().length === 0, { timeout: 20_000 });

  const copy = await requestCopy(folder);
  expect(listCopies()).toHaveLength(1);
  await store.close();
  await copy?.removed;
  expect(listCopies()).toEqual([]);
});

test('a process that sends anything other than a copy request is disconnected', async () => {
  const store = await openCopy();
  const socket = await connectToHolder(folder);
  const received: string[] = [];
  socket?.on('data', (chunk: Buffer) => received.push(chunk.toString()));
  const closed = new Promise((resolve) => socket?.once('close', resolve));
  socket?.write('select * from test_rows\n');
  await closed;
  expect([received, listCopies()]).toEqual([[], []]);
  expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o700);
  await store.close();
  expect(await connectToHolder(folder)).toBeNull();
});

test('if a copy cannot be made, the error says whether the other process does not support it or the database is empty @data.backup', async () => {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  await expect(requestCopy(folder)).rejects.toThrow(
    /^The process that has the data folder .+ open can't make/,
  );
  await unlock();
  expect(await requestCopy(folder)).toBeNull();
  const store = await openCopy();
  await sql`drop table schema_migrations`.execute(store.kysely);
  await expect(requestCopy(folder)).rejects.toThrow(CopyFailedError);
  await expect(requestCopy(folder)).rejects.toThrow('could not be copied: it is still empty.');
});

test('a failed copy leaves the database running', async () => {
  await (await openCopy()).close();
  const source = await EmbeddedSource.start({ folder }, () => {});
  // No folder can be created below a file.
  const file = join(folder, '..', 'file');
  await writeFile(file, '');
  await expect(source.copy(join(file, 'copy'))).rejects.toThrow(
    'The database could not be copied: ENOTDIR',
  );
  expect((await source.script('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await source.close();
});

test("the data folder's files are restored, even after an interrupted restore, and are readable only by this user @data.backup @data.restore", async ({
  signal,
}) => {
  const store = await openCopy();
  await sql`insert into test_rows values (1)`.execute(store.kysely);
  await store.close();
  await writeFile(join(data.folder, 'auth-secret'), 'a secret', { mode: 0o644 });
  await mkdir(join(data.folder, 'maps/empty'), { recursive: true });
  await writeFile(join(data.folder, 'maps/city.pmtiles'), 'streets');
  // Neither of these is backed up.
  await symlink('/etc/hostname', join(data.folder, 'link'));
  await mkdir(join(data.folder, 'database-before-2026-01-01'));
  const file = join(data.folder, '..', 'backup.tar.gz');
  expect(await run('backup', signal, file)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      / MB\)\nNot included, since it is not a regular file: \S+\/link\n$/,
    ) as string,
    stderr: '',
  });
  await rm(data.folder, { recursive: true });

  // Creates what a restore leaves behind if it is killed while moving files.
  await mkdir(join(data.folder, 'restore.unfinished/data'), { recursive: true });
  await writeFile(join(data.folder, 'auth-secret'), 'a secr');
  const environment = { ...data.environment, DEMO: 'off', PORT: '0' };
  expect(await runProgram('main', environment, signal)).toEqual({
    code: 1,
    stdout: '',
    stderr: `A restore into ${data.folder} was interrupted. Run the restore again, or delete ${data.folder}/restore.unfinished to start the server without it.\n`,
  });

  expect(await run('restore', signal, file)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(data.folder).toSorted()).toEqual(['auth-secret', 'database', 'maps']);
  expect(await readFile(join(data.folder, 'auth-secret'), 'utf8')).toBe('a secret');
  expect(await readFile(join(data.folder, 'maps/city.pmtiles'), 'utf8')).toBe('streets');
  expect(readdirSync(join(data.folder, 'maps/empty'))).toEqual([]);
  const names = ['auth-secret', 'maps', 'database/cluster/PG_VERSION', 'database/cluster/base'];
  const modes = names.map((name) => statSync(join(data.folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700, 0o600, 0o700]);
  const restored = await openDatabase({ kind: 'embedded', folder });
  onTestFinished(() => restored.close());
  const { rows } = await sql`select id from test_rows`.execute(restored.kysely);
  expect(rows).toEqual([{ id: 1 }]);
});

test("a restore that can't work is refused with a clear message and creates nothing @data.restore", async ({
  signal,
}) => {
  await (await openCopy()).close();
  const parent = join(data.folder, '..');
  const backup = join(parent, 'backup.tar.gz');
  expect(await run('backup', signal, backup)).toMatchObject({ code: 0 });
  const restoreInto = async (dataFolder: string, file: string) => {
    const environment = { DATABASE_URL: '', DATA_DIR: dataFolder };
    const { code, stderr } = await runProgram('restore', environment, signal, [file]);
    return [code, stderr.trim()];
  };
  const target = join(parent, 'target');
  expect(await restoreInto(target, join(parent, 'missing.tar.gz'))).toEqual([
    2,
    `${join(parent, 'missing.tar.gz')} does not exist. Please specify the file to restore.`,
  ]);
  expect(await restoreInto(target, join(backup, 'below'))).toEqual([
    2,
    `${join(backup, 'below')} does not exist. Please specify the file to restore.`,
  ]);
  expect(await restoreInto(target, parent)).toEqual([
    2,
    `${parent} is a folder, not a backup file. Please specify the file to restore.`,
  ]);
  expect(existsSync(target)).toBe(false);
  const file = join(parent, 'file');
  await writeFile(file, 'mine');
  for (const dataFolder of [file, join(file, 'data')]) {
    const [code, message] = await restoreInto(dataFolder, backup);
    expect([code, message]).toEqual([
      2,
      expect.stringMatching(
        /^DATA_DIR must be a writable folder, but part of the path \S+ is a file\.$/,
      ),
    ]);
  }
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test("another user's folder is not touched, since the server could not write to files created in it", async () => {
  onTestFinished(() => data.remove());
  await throwIfOwnedByAnotherUser(data.folder);
  await mkdir(data.folder);
  await throwIfOwnedByAnotherUser(data.folder);
  vi.spyOn(process, 'getuid').mockReturnValue(12_345);
  await expect(throwIfOwnedByAnotherUser(data.folder)).rejects.toThrow(
    `${data.folder} belongs to another user. Run this as the user that the server runs as.`,
  );
});

test('--keep deletes all but the newest backups, and the files of backups interrupted over a day ago @data.backup', async () => {
  onTestFinished(() => data.remove());
  await mkdir(data.folder);
  const now = new Date('2026-03-03T02:30:00Z');
  const names = [
    'curbwrench-2026-02-27T02-30-00Z.tar.gz',
    'curbwrench-2026-03-01T02-30-00Z.tar.gz',
    'curbwrench-2026-03-02T02-30-00Z.tar.gz.database.unfinished',
    'curbwrench-2026-03-03T02-29-00Z.tar.gz.unfinished',
    'curbwrench-2026-03-03T02-30-00Z-2.tar.gz',
    'curbwrench-2026-03-03T02-30-00Z.tar.gz',
    'curbwrench-before-upgrade.tar.gz',
    'notes.txt',
  ];
  for (const name of names) {
    const path = join(data.folder, name);
    await writeFile(path, '');
    const hours = name.includes('03-02T') ? 25 : 1;
    await utimes(path, now, new Date(now.getTime() - hours * 3_600_000));
  }
  await removeOldBackups(join(data.folder, names[5] ?? ''), 2, now);
  expect(readdirSync(data.folder).toSorted()).toEqual(names.slice(3));
});
