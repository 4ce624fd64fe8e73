import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The directory of a temporary PostgreSQL server. */
export interface ClusterFolder {
  readonly home: string;
  /** The server's data directory, initially empty. */
  readonly data: string;
  /** Runs a PostgreSQL binary. Binaries refuse to run as root, so in a root process they run as user postgres. */
  readonly run: (program: string, args: readonly string[]) => Promise<unknown>;
}

/** Creates the directory of a temporary server, which is run by the PostgreSQL binaries in `binDirectory`. */
export async function createClusterFolder(binDirectory: string): Promise<ClusterFolder> {
  const home = await mkdtemp(join(tmpdir(), 'curbwrench-postgres-'));
  const data = join(home, 'data');
  await chmod(home, 0o755);
  await mkdir(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await execute('chown', ['-R', 'postgres', home]);
  const run = (program: string, args: readonly string[]) =>
    isRoot
      ? execute('runuser', ['-u', 'postgres', '--', join(binDirectory, program), ...args], {
          cwd: home,
        })
      : execute(join(binDirectory, program), [...args], { cwd: home });
  return { home, data, run };
}

/** Returns the directory of the latest version of Debian's PostgreSQL programs, or null if none is installed. */
export function findPostgresBinDirectory(): string | null {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return null;
  const latestVersion = readdirSync(folder)
    .filter((version) => existsSync(join(folder, version, 'bin/initdb')))
    .toSorted((a, b) => Number(b) - Number(a))[0];
  return latestVersion === undefined ? null : join(folder, latestVersion, 'bin');
}
