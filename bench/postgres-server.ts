import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClusterFolder, findPostgresBinDirectory } from './postgres-programs.ts';
import { freePort } from './processes.ts';

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
  const binDirectory = findPostgresBinDirectory();
  return binDirectory === null ? null : startCluster(binDirectory);
}

async function startCluster(binDirectory: string): Promise<PostgresServer> {
  const { home, data, run } = await createClusterFolder(binDirectory);
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
