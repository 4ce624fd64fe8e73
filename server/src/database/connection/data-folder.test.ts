import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolderError, inDataFolder } from './data-folder.ts';
import { openDatabase } from './store.ts';

/** Creates an error like the one Node.js throws if `mkdir` fails with this code. */
function createSystemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'mkdir' });
}

test.each([
  ['EEXIST', '/data already exists and is not a folder'],
  ['ENOTDIR', 'part of the path /data is a file'],
  ['ENOENT', "/data can't be created"],
  ['EACCES', 'this user has no permission for /data'],
  ['EPERM', 'this user has no permission for /data'],
  ['EROFS', '/data is on a read-only file system'],
  ['ENOSPC', 'the disk with /data is full'],
  ['ENAMETOOLONG', 'using /data failed with ENAMETOOLONG'],
])('the error code %s is explained by a message that names DATA_DIR', async (code, problem) => {
  const result = inDataFolder('/data', () => Promise.reject(createSystemError(code)));
  await expect(result).rejects.toThrow(DataFolderError);
  await expect(result).rejects.toThrow(`DATA_DIR must be a writable folder, but ${problem}.`);
});

test('any other error is rethrown unchanged', async () => {
  const error = new Error('a bug');
  await expect(inDataFolder('/data', () => Promise.reject(error))).rejects.toBe(error);
});

test('opening a database in a folder whose path is a file fails with a DataFolderError', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-data-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const opening = openDatabase({ kind: 'embedded', folder: file });
  await expect(opening).rejects.toThrow(`but ${file} already exists and is not a folder.`);
});
