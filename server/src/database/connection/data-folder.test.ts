import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolderError, inDataFolder } from './data-folder.ts';
import { openDatabase } from './store.ts';

/** Creates a system error as for a refused folder. */
function refusal(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'mkdir' });
}

test.each([
  ['EEXIST', '/data is there already and is no folder'],
  ['ENOTDIR', 'a part of /data is a file'],
  ['ENOENT', "/data can't be made there"],
  ['EACCES', '/data belongs to somebody else'],
  ['EPERM', '/data belongs to somebody else'],
  ['EROFS', '/data is on a disk that can only be read'],
  ['ENOSPC', 'the disk of /data is full'],
  ['ENAMETOOLONG', '/data answers with ENAMETOOLONG'],
])('the error explains %s in a sentence that names DATA_DIR', async (code, problem) => {
  const using = inDataFolder('/data', () => Promise.reject(refusal(code)));
  await expect(using).rejects.toThrow(DataFolderError);
  await expect(using).rejects.toThrow(
    `DATA_DIR must be a folder that this user may write to: ${problem}.`,
  );
});

test('an error of our own is rethrown unchanged', async () => {
  const slip = new Error('a slip of ours');
  await expect(inDataFolder('/data', () => Promise.reject(slip))).rejects.toBe(slip);
});

test('opening a database where a file is in the way fails with a DataFolderError', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-data-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const opening = openDatabase({ kind: 'embedded', folder: file });
  await expect(opening).rejects.toThrow(`: ${file} is there already and is no folder.`);
});
