import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startChild, type TestChild } from '@curbwrench/testing/child-process';
import {
  connectToHolder,
  FolderInUseError,
  lockFolder,
  LockUnsupportedError,
} from './folder-lock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'curbwrench-lock-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function newFolder(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Starts a process that waits for a line of input, tries to lock the folder, prints the outcome, and keeps running.
 */
function startContender(folder: string): TestChild {
  const child = startChild(
    `
    const { lockFolder } = await import(built('database/connection/folder-lock'));
    console.log('ready');
    await readTestLine();
    await lockFolder(process.argv[1]).then(
      () => console.log('locked'),
      (error) => console.log(error.name),
    );
    setInterval(() => {}, 1000);
    `,
    [folder],
  );
  onTestFinished(() => child.kill());
  return child;
}

test('if two processes start at the same time, exactly one of them locks the folder, even after a crash', async () => {
  const folder = newFolder('contended');
  for (let round = 0; round < 20; round += 1) {
    const contenders = [startContender(folder), startContender(folder)];
    for (const contender of contenders) expect(await contender.nextLine()).toBe('ready');
    for (const contender of contenders) contender.writeLine('go');
    const outcomes = await Promise.all(contenders.map((contender) => contender.nextLine()));
    expect(new Set(outcomes)).toEqual(new Set(['FolderInUseError', 'locked']));
    // Killing the processes leaves a lock behind for the next round.
    await Promise.all(contenders.map((contender) => contender.kill()));
  }
});

test('a process cannot lock the same folder twice', async () => {
  const folder = newFolder('twice');
  const unlock = await lockFolder(folder);
  const second = lockFolder(folder);
  await expect(second).rejects.toThrow(FolderInUseError);
  await expect(second).rejects.toThrow(`The data folder ${folder} is in use`);
  await unlock();
  await (
    await lockFolder(folder)
  )();
});

test('if one process makes many concurrent attempts, exactly one of them locks the folder', async () => {
  const folder = newFolder('many');
  for (let round = 0; round < 20; round += 1) {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const unlocks = attempts.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? [attempt.value] : [],
    );
    expect(unlocks).toHaveLength(1);
    await unlocks[0]?.();
  }
});

test('a folder whose path is too long for a socket address can be locked', async () => {
  const folder = newFolder(join('long', 'x'.repeat(100), 'y'.repeat(100)));
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await unlock();
});

test('a folder that was locked by one path is also locked by any other path to it', async () => {
  const folder = newFolder('same');
  const unlock = await lockFolder(join(folder, '..', 'same'));
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await unlock();
});

test.each(['EOPNOTSUPP', 'EPERM'])(
  'locking a folder on a file system without sockets fails (%s)',
  async (code) => {
    const folder = newFolder(`socketless-${code}`);
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function fail(this: Server) {
      const error = Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
      process.nextTick(() => this.emit('error', error));
      return this;
    });
    await expect(lockFolder(folder)).rejects.toThrow(LockUnsupportedError);
    vi.restoreAllMocks();
    expect(await connectToHolder(folder)).toBeNull();
    await (
      await lockFolder(folder)
    )();
  },
);
