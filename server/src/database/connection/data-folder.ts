/** Thrown if the data folder can't be used; the message names DATA_DIR and says what is wrong with the folder. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(folder: string, code: string, cause: Error) {
    const problem = problems[code]?.(folder) ?? `using ${folder} failed with ${code}`;
    super(`DATA_DIR must be a writable folder, but ${problem}.`, { cause });
  }
}

/** Explains the system's error codes to the person who chose the folder. */
const problems: Readonly<Record<string, (folder: string) => string>> = {
  EEXIST: (folder) => `${folder} already exists and is not a folder`,
  ENOTDIR: (folder) => `part of the path ${folder} is a file`,
  ENOENT: (folder) => `${folder} can't be created`,
  EACCES: (folder) => `this user has no permission for ${folder}`,
  EPERM: (folder) => `this user has no permission for ${folder}`,
  EROFS: (folder) => `${folder} is on a read-only file system`,
  ENOSPC: (folder) => `the disk with ${folder} is full`,
  EDQUOT: (folder) => `the disk with ${folder} is full`,
};

/**
 * Runs `work`, which needs the data folder. Converts a system error to a DataFolderError and rethrows
 * any other error unchanged.
 */
export async function inDataFolder<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
    throw isSystemError ? new DataFolderError(folder, String(error.code), error) : error;
  }
}
