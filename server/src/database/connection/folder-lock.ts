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

/** Another process (or this one) has the data folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running Curbwrench. Stop that one first, or give this one a folder of its own.`,
    );
  }
}

/** What the holder of a lock does with connections from other processes. */
type OnConnection = (socket: Socket) => void;

/**
 * Locks the folder for this process and returns the function that unlocks it, or throws
 * FolderInUseError. The folder must exist. Processes that may enter the folder can connect to the holder
 * (`connectToHolder`), which by default disconnects them.
 *
 * The lock is a socket that the holder listens on. The operating system closes it when the process
 * dies, so there is no need to guess from process ids or times whether the holder is still running. That also
 * works between containers that share the folder on one machine.
 */
export async function lockFolder(
  folder: string,
  onConnection: OnConnection = (socket) => socket.destroy(),
): Promise<() => Promise<void>> {
  const realFolder = realpathSync(folder);
  if (process.platform === 'win32') return lockByPipe(realFolder, onConnection);
  const [inFolder, elsewhere] = lockFolders(realFolder);
  try {
    return await lockBySocket(realFolder, inFolder, onConnection);
  } catch (error) {
    if (!(error instanceof Error) || !socketlessCodes.has(getErrorCode(error))) throw error;
    return lockBySocket(realFolder, elsewhere, onConnection);
  }
}

/**
 * Where the locks of a folder are. Some shared folders have a file system without sockets: then they are in
 * the temporary folder.
 */
function lockFolders(realFolder: string): [string, string] {
  return [join(realFolder, 'lock'), join(tmpdir(), `curbwrench-lock-${fingerprint(realFolder)}`)];
}

/** Connects to the process that has the folder locked; null if there is none. The folder must exist. */
export async function connectToHolder(folder: string): Promise<Socket | null> {
  const realFolder = realpathSync(folder);
  if (process.platform === 'win32') return connectOrNull(pipeName(realFolder));
  for (const locks of lockFolders(realFolder)) {
    const highest = existsSync(locks) ? Math.max(0, ...listLockNumbers(locks)) : 0;
    if (highest === 0) continue;
    const shortPath = createShortPath(locks);
    const socket = await connectOrNull(join(shortPath.path, lockName(highest))).finally(() =>
      shortPath.remove(),
    );
    if (socket !== null) return socket;
  }
  return null;
}

/** The error codes for binding or linking a socket on a file system that doesn't support it. */
const socketlessCodes = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENOSYS', 'EXDEV']);

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
 * Lock files are numbered; only the highest counts, and it is held while a process listens on its socket.
 * Otherwise a process takes the lock by creating the next number as a hard link, which only one process can.
 *
 * The highest lock is never removed, not even by its holder, so numbers never restart, and a
 * process that was suspended through several takeovers can't mistake an old number for a new one.
 * It could still create a number that was passed and removed in the meantime; therefore a winner
 * checks again and wins only if it has the highest.
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
      const highest = Math.max(0, ...listLockNumbers(locks));
      if (highest > 0 && (await isListening(join(shortPath.path, lockName(highest))))) {
        throw new FolderInUseError(folder);
      }
      const number = highest + 1;
      if (!linkOnce(join(locks, ownName), join(locks, lockName(number)))) continue;
      const numbers = listLockNumbers(locks);
      if (Math.max(...numbers) > number) {
        rmSync(join(locks, lockName(number)), { force: true });
        continue;
      }
      for (const old of numbers) {
        if (old < number) rmSync(join(locks, lockName(old)), { force: true });
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

/** Returns false if a file of that name exists already. */
function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The longest folder path for a socket on every Unix, leaving room for one of our file names. */
const maximumFolderBytes = 100 - `/${randomUUID()}.new`.length;

/**
 * Returns the folder's path, through a symbolic link if it exceeds the limit of about 100 bytes for sockets.
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

/** Returns whether a process listens there. Only a refused connection or a missing file means no. */
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
