import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startChild } from '@curbwrench/testing/child-process';
import { createDataPlace, type DataPlace } from '@curbwrench/testing/data-place';
import { runProgram, type ProgramResult } from '@curbwrench/testing/program-run';
import { removeOldBackups } from './backup/backup-files.ts';
import { throwIfOfAnotherUser } from './backup/data-folder.ts';
import { NoCopyError, requestCopy } from './database/connection/copy-requests.ts';
import { EmbeddedSource } from './database/connection/embedded-source.ts';
import { connectToHolder, lockFolder } from './database/connection/folder-lock.ts';
import { openDatabase, type Store } from './database/connection/store.ts';
import { inTransaction } from './database/connection/transaction.ts';
import { migrate } from './database/migrator.ts';

/*
 * What only the embedded database needs: asking the process that has its folder open, and the data folder.
 */

let place: DataPlace;
let folder: string;

let template: DataPlace;

beforeAll(async () => {
  template = await createDataPlace('embedded');
  const { store } = await template.open();
  await migrate(store.kysely);
  await sql`create table written (id int)`.execute(store.kysely);
  await store.close();
});
afterAll(() => template.remove());

beforeEach(async () => {
  place = await createDataPlace('embedded');
  folder = join(place.folder, 'database');
});

const run = (program: string, signal: AbortSignal, ...args: string[]): Promise<ProgramResult> =>
  runProgram(program, place.environment, signal, args);

/** Copies the template's database, with its empty table `written`, and opens it. */
async function openCopy(): Promise<Store> {
  onTestFinished(() => place.remove());
  await mkdir(folder, { recursive: true });
  await cp(join(template.folder, 'database/cluster'), join(folder, 'cluster'), { recursive: true });
  const store = await openDatabase({ kind: 'embedded', folder });
  onTestFinished(() => store.close());
  return store;
}

const copiesLeft = (): string[] =>
  existsSync(join(folder, 'copies')) ? readdirSync(join(folder, 'copies')) : [];

test('a copy waits for the open transaction, and has only what is committed @data.backup', async () => {
  const store = await openCopy();
  await sql`insert into written values (1)`.execute(store.kysely);
  const events: string[] = [];
  let asked: ReturnType<typeof requestCopy> = Promise.resolve(null);
  const undone = inTransaction(store, async (trx) => {
    await sql`insert into written values (2)`.execute(trx);
    asked = requestCopy(folder).finally(() => events.push('copied'));
    // The asker is connected by now; its copy must wait.
    for (let id = 3; id < 30; id += 1) await sql`insert into written values (${id})`.execute(trx);
    throw new Error('undone');
  });
  await expect(undone.finally(() => events.push('undone'))).rejects.toThrow('undone');
  const copy = await asked;
  expect(events).toEqual(['undone', 'copied']);
  expect(copy?.migrations[0]).toMatchObject({ name: '0001_people.sql' });

  const other = join(place.folder, 'other');
  await mkdir(other);
  await rename(copy?.folder ?? '', join(other, 'cluster'));
  const opened = await openDatabase({ kind: 'embedded', folder: other });
  onTestFinished(() => opened.close());
  const { rows } = await sql`select id from written`.execute(opened.kysely);
  expect(rows).toEqual([{ id: 1 }]);
});

test('a copy is deleted when who asked for it is killed, and when the database closes', async () => {
  const store = await openCopy();
  const asker = startChild(
    `
    const { requestCopy } = await import(built('database/connection/copy-requests'));
    console.log((await requestCopy(process.argv[1])).folder);
    setInterval(() => {}, 1000);
    `,
    [folder],
  );
  onTestFinished(() => asker.kill());
  const killed = await asker.nextLine();
  expect(copiesLeft()).toEqual([killed?.split('/').at(-1)]);
  await asker.kill();
  await vi.waitUntil(() => copiesLeft().length === 0, { timeout: 20_000 });

  const copy = await requestCopy(folder);
  expect(copiesLeft()).toHaveLength(1);
  await store.close();
  await copy?.removed;
  expect(copiesLeft()).toEqual([]);
});

test('who asks the owner of the folder for anything else is disconnected', async () => {
  const store = await openCopy();
  const socket = await connectToHolder(folder);
  const received: string[] = [];
  socket?.on('data', (data: Buffer) => received.push(data.toString()));
  const closed = new Promise((resolve) => socket?.once('close', resolve));
  socket?.write('select * from written\n');
  await closed;
  expect([received, copiesLeft()]).toEqual([[], []]);
  expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o700);
  await store.close();
  expect(await connectToHolder(folder)).toBeNull();
});

test('a process that makes no copies, and an empty database, are named @data.backup', async () => {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  await expect(requestCopy(folder)).rejects.toThrow(/^What has the data folder .+ open makes no/);
  await unlock();
  expect(await requestCopy(folder)).toBeNull();
  const store = await openCopy();
  await sql`drop table schema_migrations`.execute(store.kysely);
  await expect(requestCopy(folder)).rejects.toThrow(NoCopyError);
  await expect(requestCopy(folder)).rejects.toThrow('could not be copied: it is still empty.');
});

test('a copy that fails leaves the database running, and nothing on the disk', async () => {
  await (await openCopy()).close();
  const source = await EmbeddedSource.start({ folder }, () => {});
  const target = join(folder, 'cluster', 'PG_VERSION', 'copy');
  await expect(source.copy(target)).rejects.toThrow('The database could not be copied: ENOTDIR');
  expect((await source.script('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await source.close();
});

test('the files of the data folder are restored, also after an interruption, and only for this user @data.backup @data.restore', async ({
  signal,
}) => {
  const store = await openCopy();
  await sql`insert into written values (1)`.execute(store.kysely);
  await store.close();
  await writeFile(join(place.folder, 'auth-secret'), 'a secret', { mode: 0o644 });
  await mkdir(join(place.folder, 'maps/empty'), { recursive: true });
  await writeFile(join(place.folder, 'maps/city.pmtiles'), 'streets');
  // These are not part of the business.
  await symlink('/etc/hostname', join(place.folder, 'link'));
  await mkdir(join(place.folder, 'database-before-2026-01-01'));
  const file = join(place.folder, '..', 'backup.tar.gz');
  expect(await run('backup', signal, file)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      / MB\)\nNot in it, since it is not a plain file: \S+\/link\n$/,
    ) as string,
    stderr: '',
  });
  await rm(place.folder, { recursive: true });

  // What a restore leaves that is killed while it moves files.
  await mkdir(join(place.folder, 'restore.unfinished/data'), { recursive: true });
  await writeFile(join(place.folder, 'auth-secret'), 'a secr');
  const environment = { ...place.environment, DEMO: 'off', PORT: '0' };
  expect(await runProgram('main', environment, signal)).toEqual({
    code: 1,
    stdout: '',
    stderr: `A restore into ${place.folder} was interrupted. Run it again, or delete ${place.folder}/restore.unfinished to start without it.\n`,
  });

  expect(await run('restore', signal, file)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(place.folder).toSorted()).toEqual(['auth-secret', 'database', 'maps']);
  expect(await readFile(join(place.folder, 'auth-secret'), 'utf8')).toBe('a secret');
  expect(await readFile(join(place.folder, 'maps/city.pmtiles'), 'utf8')).toBe('streets');
  expect(readdirSync(join(place.folder, 'maps/empty'))).toEqual([]);
  const names = ['auth-secret', 'maps', 'database/cluster/PG_VERSION', 'database/cluster/base'];
  const modes = names.map((name) => statSync(join(place.folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700, 0o600, 0o700]);
  const restored = await openDatabase({ kind: 'embedded', folder });
  onTestFinished(() => restored.close());
  const { rows } = await sql`select id from written`.execute(restored.kysely);
  expect(rows).toEqual([{ id: 1 }]);
});

test('a folder of another user is not touched, since the server could not write what this one creates', async () => {
  onTestFinished(() => place.remove());
  await throwIfOfAnotherUser(place.folder);
  await mkdir(place.folder);
  await throwIfOfAnotherUser(place.folder);
  vi.spyOn(process, 'getuid').mockReturnValue(12_345);
  await expect(throwIfOfAnotherUser(place.folder)).rejects.toThrow(
    `${place.folder} belongs to another user. Run this as the user that the server runs as.`,
  );
});

test('--keep deletes all but the newest backups, and what an interrupted one left a day ago @data.backup', async () => {
  onTestFinished(() => place.remove());
  await mkdir(place.folder);
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
    const path = join(place.folder, name);
    await writeFile(path, '');
    const hours = name.includes('03-02T') ? 25 : 1;
    await utimes(path, now, new Date(now.getTime() - hours * 3_600_000));
  }
  await removeOldBackups(join(place.folder, names[5] ?? ''), 2, now);
  expect(readdirSync(place.folder).toSorted()).toEqual(names.slice(3));
});
