import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './processes.ts';

const execute = promisify(execFile);

/** A PostgreSQL server to run benchmarks against. */
export interface PostgresServer {
  readonly url: string;
  /** Stops the server if it was started for the benchmark. */
  stop(): Promise<void>;
}

/**
 * Returns the server at BENCH_DATABASE_URL; the URL's user must be allowed to create databases. Without that variable,
 * starts a temporary server from Debian's packages, with PostgreSQL's default durability, or returns null if PostgreSQL
 * is not installed.
 */
export async function findPostgres(): Promise<PostgresServer | null> {
  const url = process.env['BENCH_DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  const binDirectory = findBinDirectory();
  return binDirectory === null ? null : startCluster(binDirectory);
}

function findBinDirectory(): string | null {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return null;
  const newest = readdirSync(folder)
    .filter((version) => existsSync(join(folder, version, 'bin/initdb')))
    .toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : join(folder, newest, 'bin');
}

async function startCluster(binDirectory: string): Promise<PostgresServer> {
  const home = await mkdtemp(join(tmpdir(), 'curbwrench-postgres-'));
  const data = join(home, 'data');
  await chmod(home, 0o755);
  await mkdir(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await execute('chown', ['-R', 'postgres', home]);
  // The server refuses to run as root.
  const run = (program: string, args: readonly string[]) =>
    isRoot
      ? execute('runuser', ['-u', 'postgres', '--', join(binDirectory, program), ...args], {
          cwd: home,
        })
      : execute(join(binDirectory, program), [...args], { cwd: home });

  const port = await freePort();
  await run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${home}`;
  await run('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), 'start', '-o', settings]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await run('pg_ctl', ['-D', data, '-m', 'fast', 'stop']);
      await rm(home, { recursive: true, force: true });
    },
  };
}
