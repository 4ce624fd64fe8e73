import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Thrown if the data folder is already open, in another process or in this one. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running instance of Curbwrench. Stop that instance first, or set DATA_DIR to another folder.`,
    );
  }
}

/** Thrown if the data folder is on a file system that doesn't support locking it. */
export class LockUnsupportedError extends Error {
  override readonly name = 'LockUnsupportedError';

  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} can't be locked, because its file system doesn't support sockets or hard links, which is the case for some shared folders. Set DATA_DIR to a folder on a local disk.`,
      { cause },
    );
  }
}

/** Called in the process that holds the lock, for each connection from another process. */
type OnConnection = (socket: Socket) => void;

/**
 * Locks the folder for this process and returns the function that unlocks it. Throws a FolderInUseError if another
 * process has it locked, and a LockUnsupportedError if its file system doesn't support the lock. The folder must exist.
 * Processes with access to the folder can connect to the process that holds the lock (`connectToHolder`), which by
 * default disconnects them.
 *
 * The lock is a socket that the holder listens on. The operating system closes it when the process
 * dies, so there is no need to guess from process ids or times whether the holder is still running. The lock also
 * works between containers that share the folder on one machine.
 */
export async function lockFolder(
  folder: string,
  onConnection: OnConnection = (socket) => socket.destroy(),
): Promise<() => Promise<void>> {
  const realFolder = realpathSync(folder);
  if (process.platform === 'win32') return lockByPipe(realFolder, onConnection);
  try {
    return await lockBySocket(realFolder, getLocksFolder(realFolder), onConnection);
  } catch (error) {
    throw isUnsupported(error) ? new LockUnsupportedError(realFolder, error) : error;
  }
}

/**
 * Returns where a folder's lock files are. They are in the folder itself, since other locations, such as the temporary
 * folder, may be different for each service or container.
 */
function getLocksFolder(realFolder: string): string {
  return join(realFolder, 'lock');
}

/** Connects to the process that holds the folder's lock; null if there is none. The folder must exist. */
export async function connectToHolder(folder: string): Promise<Socket | null> {
  const realFolder = realpathSync(folder);
  if (process.platform === 'win32') return connectOrNull(pipeName(realFolder));
  const locks = getLocksFolder(realFolder);
  const highestNumber = existsSync(locks) ? Math.max(0, ...listLockNumbers(locks)) : 0;
  if (highestNumber === 0) return null;
  const shortPath = createShortPath(locks);
  return connectOrNull(join(shortPath.path, lockName(highestNumber))).finally(() =>
    shortPath.remove(),
  );
}

/** The error codes for binding or linking a socket on a file system that doesn't support it. */
const unsupportedCodes = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENOSYS', 'EXDEV']);

function isUnsupported(error: unknown): error is Error {
  if (!(error instanceof Error) || !unsupportedCodes.has(getErrorCode(error))) return false;
  return 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'link');
}

/** Windows gives a pipe's name to one process at a time and frees it when that process ends. */
async function lockByPipe(
  folder: string,
  onConnection: OnConnection,
): Promise<() => Promise<void>> {
  try {
    const server = await listen(pipeName(folder), onConnection);
    return () => closeServer(server);
  } catch (error) {
    if (getErrorCode(error) === 'EADDRINUSE') throw new FolderInUseError(folder);
    throw error;
  }
}

const pipeName = (folder: string): string => `\\\\.\\pipe\\curbwrench-${fingerprint(folder)}`;

/**
 * Lock files are numbered. Only the file with the highest number counts, and the lock is held while a process listens
 * on that file's socket. If no process listens, a new process takes the lock by creating a hard link with the next
 * number, which only one process can do.
 *
 * The file with the highest number is never removed, not even by its holder, so numbers never restart, and a
 * process that was suspended during several takeovers can't mistake an old number for a new one.
 * Such a process could still create a lower number whose file has been removed. So after creating a file, a process
 * checks again, and holds the lock only if its number is the highest.
 */
async function lockBySocket(
  folder: string,
  locks: string,
  onConnection: OnConnection,
): Promise<() => Promise<void>> {
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const shortPath = createShortPath(locks);
  const ownName = `${randomUUID()}.new`;
  const ownPath = join(shortPath.path, ownName);
  let server: Server | undefined;
  try {
    server = await listen(ownPath, onConnection);
    for (;;) {
      const highestNumber = Math.max(0, ...listLockNumbers(locks));
      if (highestNumber > 0 && (await isListening(join(shortPath.path, lockName(highestNumber))))) {
        throw new FolderInUseError(folder);
      }
      const number = highestNumber + 1;
      if (!linkOnce(join(locks, ownName), join(locks, lockName(number)))) continue;
      const numbers = listLockNumbers(locks);
      if (Math.max(...numbers) > number) {
        rmSync(join(locks, lockName(number)), { force: true });
        continue;
      }
      for (const oldNumber of numbers) {
        if (oldNumber < number) rmSync(join(locks, lockName(oldNumber)), { force: true });
      }
      const heldServer = server;
      return () => closeServer(heldServer);
    }
  } catch (error) {
    if (server !== undefined) await closeServer(server);
    throw error;
  } finally {
    rmSync(join(locks, ownName), { force: true });
    shortPath.remove();
  }
}

const lockName = (number: number): string => `${number}.lock`;

function listLockNumbers(locks: string): number[] {
  return readdirSync(locks).flatMap((name) => {
    const match = /^(\d+)\.lock$/.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
}

/** Creates a hard link. Returns false if a file with that name already exists. */
function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The maximum length of a folder path that leaves room for our longest socket name on every Unix system. */
const maximumFolderBytes = 100 - `/${randomUUID()}.new`.length;

/**
 * Returns a path to the folder that is short enough for a socket's path (about 100 bytes): the folder's own path or,
 * if that is too long, a symbolic link.
 */
function createShortPath(folder: string): { path: string; remove(): void } {
  if (Buffer.byteLength(folder) <= maximumFolderBytes) return { path: folder, remove: () => {} };
  const link = join(existsSync('/tmp') ? '/tmp' : tmpdir(), `cw-${randomUUID().slice(0, 13)}`);
  symlinkSync(folder, link);
  return { path: link, remove: () => rmSync(link, { force: true }) };
}

function listen(path: string, onConnection: OnConnection): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', reject);
    server.listen(path, () => {
      // The lock must not keep a process alive that has nothing else to do.
      server.unref();
      resolve(server);
    });
  });
}

/** Returns whether a process listens at a path; false only if the connection is refused or the file is missing. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      const code = getErrorCode(error);
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(false);
      // EAGAIN: the listener's queue is full, so there is a listener.
      else if (code === 'EAGAIN') resolve(true);
      else reject(error);
    });
  });
}

function connectOrNull(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.off('error', onError);
      resolve(socket);
    });
    const onError = (error: Error): void => {
      const code = getErrorCode(error);
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(null);
      else reject(error);
    };
    socket.once('error', onError);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
