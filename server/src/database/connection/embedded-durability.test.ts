import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startChild, type TestChild } from '@curbwrench/testing/child-process';
import { FolderInUseError } from './folder-lock.ts';
import { openDatabase } from './store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'curbwrench-durability-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * The code of a process that prints counts of the existing rows and then commits rows as fast as it can. It prints each
 * row's id after the commit.
 */
const writer = `
  const { openDatabase } = await import(built('database/connection/store'));
  const { inTransaction } = await import(built('database/connection/transaction'));
  const { sql } = await import('kysely');
  const store = await openDatabase({ kind: 'embedded', folder: process.argv[1] });
  await sql\`create table if not exists acknowledged (id int, half text, primary key (id, half))\`.execute(store.kysely);
  const { rows } = await sql\`
    select count(distinct id) as ids, count(*) as halves, coalesce(max(id), 0) as last from acknowledged
  \`.execute(store.kysely);
  process.stdout.write(JSON.stringify(rows[0]) + '\\n');
  for (let id = rows[0].last + 1; ; id += 1) {
    await inTransaction(store, async (trx) => {
      await sql\`insert into acknowledged (id, half) values (\${id}, 'first')\`.execute(trx);
      await sql\`insert into acknowledged (id, half) values (\${id}, 'second')\`.execute(trx);
    });
    process.stdout.write(id + '\\n');
  }
`;

/** Waits until the child has acknowledged `id`, kills it, and returns the last id that it acknowledged. */
async function killAfterCommit(child: TestChild, id: number): Promise<number> {
  let acknowledged = 0;
  while (acknowledged < id) acknowledged = Number(await nextLine(child));
  await child.kill();
  // Reads the lines that the child printed before it died and that the test has not read yet.
  for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
    acknowledged = Number(line);
  }
  return acknowledged;
}

async function nextLine(child: TestChild): Promise<string> {
  const line = await child.nextLine();
  if (line === undefined) throw new Error('The writer exited unexpectedly.');
  return line;
}

test('after the process is killed, the database has every acknowledged commit and no partial commits', async () => {
  const folder = join(scratch, 'killed');
  // An interrupted first start leaves this behind; the next start begins from scratch.
  mkdirSync(join(folder, 'cluster.unfinished'), { recursive: true });
  writeFileSync(join(folder, 'cluster.unfinished', 'PG_VERSION'), '18\n');

  let acknowledged = 0;
  for (let round = 0; round < 3; round += 1) {
    // From the second round on, the child starts right after a kill: the dead process's lock must not block it.
    const child = startChild(writer, [folder]);
    onTestFinished(() => child.kill());
    const counts: unknown = JSON.parse(await nextLine(child));
    const last = readNumber(counts, 'last');
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect(counts).toEqual({ ids: last, halves: 2 * last, last });
    acknowledged = await killAfterCommit(child, last + 1 + Math.floor(Math.random() * 300));
  }

  const store = await openDatabase({ kind: 'embedded', folder });
  await expect(openDatabase({ kind: 'embedded', folder })).rejects.toThrow(FolderInUseError);
  const settings = await sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('wal_sync_method') as method, current_setting('full_page_writes') as pages
  `.execute(store.kysely);
  expect(settings.rows).toEqual([{ fsync: 'on', commit: 'on', method: 'fsync', pages: 'on' }]);
  await store.close();
  await (await openDatabase({ kind: 'embedded', folder })).close();
}, 240_000);

/** Code that makes syncing fail, as on a broken disk, as soon as a file named `broken` exists next to the cluster. */
const breakableDisk = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const sync = fs.fdatasyncSync;
  fs.fdatasyncSync = (descriptor) => {
    if (fs.existsSync('broken')) throw Object.assign(new Error('broken'), { code: 'EIO' });
    sync(descriptor);
  };
  syncBuiltinESMExports();
`;

test("a commit that can't be synced is not acknowledged, and the store reports the failure", async () => {
  const folder = join(scratch, 'broken');
  mkdirSync(folder);
  const child = startChild(
    `
    const { writeFileSync } = await import('node:fs');
    const { openDatabase } = await import(built('database/connection/store'));
    const { sql } = await import('kysely');
    process.chdir(process.argv[1]);
    const store = await openDatabase({ kind: 'embedded', folder: '.' });
    await sql\`create table test_rows (id int)\`.execute(store.kysely);
    writeFileSync('broken', '');
    for (let id = 1; id <= 2; id += 1) {
      await sql\`insert into test_rows values (\${id})\`.execute(store.kysely).then(
        () => console.log('acknowledged'),
        (error) => console.log(error.name),
      );
    }
    console.log((await store.failed).name);
    await store.close();
    `,
    [folder],
    breakableDisk,
  );
  onTestFinished(() => child.kill());
  for (const _ of ['first', 'second', 'the store']) {
    expect(await nextLine(child)).toBe('ConnectionLostError');
  }
  // The store was closed, and the process could exit.
  expect(await child.nextLine()).toBeUndefined();
}, 60_000);

function readNumber(value: unknown, field: string): number {
  return typeof value === 'object' && value !== null ? Number(Reflect.get(value, field)) : NaN;
}
