import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createClusterFolder, findPostgresBinDirectory } from '../../bench/postgres-programs.ts';
import { freePort } from '../../bench/processes.ts';

/** A temporary PostgreSQL server, which faults may stop at any time. */
export interface TemporaryPostgres {
  readonly url: string;
  readonly port: number;
  /** Stops all processes of the server immediately and without a checkpoint, as in a crash. */
  stopImmediately(): Promise<void>;
  /** Starts the server again. Returns the time, from performance.now(), at which it first accepted a connection. */
  restart(): Promise<number>;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

/**
 * Creates a server with PostgreSQL's default durability, using Debian's programs. If this process runs as
 * root, they run as the user postgres. Returns null if PostgreSQL is not installed.
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres | null> {
  const binDirectory = findPostgresBinDirectory();
  if (binDirectory === null) return null;
  const { home, data, run } = await createClusterFolder(binDirectory);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
  const settings = [
    `listen_addresses=127.0.0.1`,
    `port=${port}`,
    `unix_socket_directories=${home}`,
    // Makes it possible to compare the order of commits with the event numbers.
    'track_commit_timestamp=on',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
  ].flatMap((setting) => ['-c', setting]);
  const start = () =>
    run('pg_ctl', ['-D', data, '-W', '-l', join(home, 'log'), 'start', '-o', settings.join(' ')]);
  const stop = () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  await start();
  await waitUntilAccepting(url);
  return {
    url,
    port,
    stopImmediately: async () => void (await stop()),
    async restart() {
      await start();
      return waitUntilAccepting(url);
    },
    createDatabase: () => createDatabase(url),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await stop().catch(() => {});
      await rm(home, { recursive: true, force: true });
    },
  };
}

let databaseCount = 0;

async function createDatabase(server: string): Promise<string> {
  databaseCount += 1;
  const address = new URL(server);
  address.pathname = `/campaign_${databaseCount}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database campaign_${databaseCount}`);
  } finally {
    await client.end();
  }
  return address.href;
}

const startTimeoutMs = 60_000;

/** Polls until the server accepts a connection; returns the time at which it did, from performance.now(). */
async function waitUntilAccepting(url: string): Promise<number> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const acceptedAt = performance.now();
      await client.end();
      return acceptedAt;
    } catch (error) {
      await client.end().catch(() => {});
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
