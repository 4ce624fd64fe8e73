import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { BackupError } from './backup-error.ts';

/*
 * PostgreSQL's own programs dump and restore a database on a server. Their arguments are fixed; only the database's
 * URL comes from the configuration. Its password is passed in the environment, since other users can read the
 * arguments of a process.
 */

type Program = 'pg_dump' | 'pg_restore';

/** Throws a BackupError if the program is missing, or its major version is older than the server's. */
export async function requireProgram(program: Program, serverVersion: number): Promise<void> {
  const version = await readVersion(program);
  if (version === null) {
    throw new BackupError(
      `The program ${program} is missing; install PostgreSQL's client programs, version ${serverVersion} or newer (on Debian and Ubuntu, the postgresql-client package).`,
    );
  }
  if (version < serverVersion) {
    throw new BackupError(
      `The program ${program} is version ${version}, but the database server is version ${serverVersion}; install PostgreSQL's client programs, version ${serverVersion} or newer.`,
    );
  }
}

async function readVersion(program: Program): Promise<number | null> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = text(child.stdout);
  try {
    await once(child, 'close');
  } catch {
    return null;
  }
  const [, major] = /\) (\d+)/.exec(await output) ?? [];
  return major === undefined ? null : Number(major);
}

/** Dumps the database to an open file, as one consistent snapshot even if rows change during the dump. */
export async function dumpDatabase(url: string, file: FileHandle): Promise<void> {
  const { address, env } = splitPassword(url);
  const child = spawn(
    'pg_dump',
    // The dump is not compressed, since the archive is.
    ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', `--dbname=${address}`],
    { env, stdio: ['ignore', file.fd, 'pipe'] },
  );
  await expectSuccess('pg_dump', child);
}

/** Restores a dump into an empty database, in one transaction. */
export async function restoreDatabase(url: string, dump: AsyncIterable<Buffer>): Promise<void> {
  const { address, env } = splitPassword(url);
  const child = spawn(
    'pg_restore',
    [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      '--no-comments',
      `--dbname=${address}`,
    ],
    { env, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = expectSuccess('pg_restore', child);
  // If the program ends early, writing to it fails too; only the program's own message is shown.
  await Promise.all([ended, pipeline(Readable.from(dump), child.stdin).catch(() => {})]);
}

async function expectSuccess(program: Program, child: ChildProcess): Promise<void> {
  const problem = child.stderr ? text(child.stderr) : Promise.resolve('');
  await once(child, 'close');
  if (child.exitCode === 0) return;
  const [firstLine = ''] = (await problem).trim().split('\n');
  throw new BackupError(`${program} failed: ${firstLine || `it ended with ${child.exitCode}`}`);
}

function splitPassword(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  // oxlint-disable-next-line node/no-process-env -- the programs read PATH and the settings of libpq
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  return { address: address.href, env };
}
