import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { connectToHolder } from './folder-lock.ts';

/** A migration that a database has applied. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** A copy of the embedded database's files; `remove` deletes it. */
export interface DatabaseCopy {
  readonly folder: string;
  readonly migrations: readonly AppliedMigration[];
  /** Resolves when the copy no longer exists: after `remove`, or because the process that made it ended. */
  readonly removed: Promise<void>;
  remove(): Promise<void>;
}

/** Thrown if the process that has the data folder open did not make a copy; the message says why. */
export class CopyFailedError extends Error {
  override readonly name = 'CopyFailedError';
}

/** Copies the files of the open database into a new folder, and returns the migrations applied to it. */
export type CopyDatabase = (folder: string) => Promise<readonly AppliedMigration[]>;

/** The only request to which the holder of a data folder's lock responds. */
const copyRequest = 'copy the database';

/** Much longer than any reply, which lists all migrations at about 100 characters each. */
const maximumReplyLength = 1_000_000;

interface CopyReply {
  readonly folder: string;
  readonly migrations: readonly AppliedMigration[];
}

/** Returns the folder for temporary copies of the database in `folder`. */
function getCopiesFolder(folder: string): string {
  return join(folder, 'copies');
}

/** Deletes copies that a process left behind when it was killed. The caller must have locked the folder. */
export function removeOldCopies(folder: string): Promise<void> {
  return rm(getCopiesFolder(folder), { recursive: true, force: true });
}

/**
 * Responds to processes that connect to the data folder's lock, which only users with access to the folder can do.
 * Such a process can only request a copy of the database; the reply contains the copy's path inside the folder. The
 * copy is deleted when either side ends the connection.
 */
export class CopyRequests {
  readonly #folder: string;
  readonly #copy: CopyDatabase;
  readonly #copies = new Map<Socket, Promise<unknown>>();

  constructor(folder: string, copy: CopyDatabase) {
    this.#folder = folder;
    this.#copy = copy;
  }

  handleConnection(socket: Socket): void {
    this.#copies.set(socket, Promise.resolve());
    // Every error is followed by `close`, for example when the requesting process is killed.
    socket.on('error', () => {});
    socket.once('close', () => this.#copies.delete(socket));
    onFirstLine(socket, copyRequest.length, (line) => {
      if (line === copyRequest) this.#copies.set(socket, this.#serveCopy(socket));
      else socket.destroy();
    });
  }

  /** Creates a copy that exists until the connection closes. */
  async #serveCopy(socket: Socket): Promise<void> {
    const target = join(getCopiesFolder(this.#folder), randomUUID());
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const reply = await makeCopy(target, this.#copy);
    socket.write(`${JSON.stringify(reply)}\n`);
    if (!socket.destroyed) await closed;
    // A copy that can't be deleted now is deleted when the folder is opened again.
    await rm(target, { recursive: true, force: true }).catch(() => {});
  }

  /** Ends all connections and deletes their copies. */
  async stop(): Promise<void> {
    const pendingCopies = [...this.#copies.values()];
    for (const socket of this.#copies.keys()) socket.destroy();
    await Promise.all(pendingCopies);
  }
}

/** Calls `onLine` with the first line from a connection, or ends the connection if that line is too long. */
function onFirstLine(socket: Socket, maximumLength: number, onLine: (line: string) => void): void {
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', function collect(text: string) {
    received += text;
    const end = received.indexOf('\n');
    if (end < 0 && received.length <= maximumLength) return;
    socket.off('data', collect);
    // Keeps reading, so that the end of the connection is noticed.
    socket.resume();
    if (end < 0 || end > maximumLength) socket.destroy();
    else onLine(received.slice(0, end));
  });
}

async function makeCopy(
  target: string,
  copy: CopyDatabase,
): Promise<CopyReply | { readonly problem: string }> {
  try {
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    return { folder: target, migrations: await copy(target) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Requests a copy of the database in `folder` from the process that has the database open. Returns null if there is no
 * such process; throws a CopyFailedError if the process can't make a copy.
 */
export async function requestCopy(folder: string): Promise<DatabaseCopy | null> {
  const socket = await connectToHolder(folder);
  if (socket === null) return null;
  socket.on('error', () => {});
  const removed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const line = await new Promise<string | null>((resolve) => {
    onFirstLine(socket, maximumReplyLength, resolve);
    void removed.then(() => resolve(null));
    socket.write(`${copyRequest}\n`);
  });
  if (line === null) {
    throw new CopyFailedError(
      `The process that has the data folder ${folder} open can't make backups: it is another command, an older version, or a server that is starting or stopping. Try again later.`,
    );
  }
  const reply = JSON.parse(line) as CopyReply | { readonly problem: string };
  if ('problem' in reply) {
    socket.destroy();
    throw new CopyFailedError(reply.problem);
  }
  return {
    ...reply,
    removed,
    remove: () => {
      socket.destroy();
      return removed;
    },
  };
}
