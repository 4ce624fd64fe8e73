import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load-generator.ts';

/** A server under test, in its own process. */
export interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

/** Where a database is: the URL of one on PostgreSQL, or the data folder of an embedded one. */
export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly folder: string };

/** Returns the folder of the embedded database within the data folder. */
export function databaseFolder(location: { readonly folder: string }): string {
  return join(location.folder, 'database');
}

const startTimeoutMs = 60_000;

/** Starts the application as `npm start` does, with the demo accounts, which the benchmarks sign in to. */
export async function startApplication(location: DatabaseLocation): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@curbwrench/server/main'))],
    {
      env: { ...process.env, ...settingsFor(location), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The application did not start.')),
      startTimeoutMs,
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is ready')) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('exit', () => reject(new Error(`The application exited immediately. ${output}`)));
  });
  return { port, stop: () => endProcess(child) };
}

/** The secret with which applications started by the benchmarks sign their cookies. */
export const authSecret = 'benchmark'.repeat(5);

function settingsFor(location: DatabaseLocation): Record<string, string> {
  const settings = { DEMO: 'on', HOST: '127.0.0.1', AUTH_SECRET: authSecret };
  return location.kind === 'postgres'
    ? { ...settings, DATABASE_URL: location.url }
    : { ...settings, DATABASE_URL: '', DATA_DIR: location.folder };
}

/** Starts the baseline server on a database. */
export async function startBaseline(location: DatabaseLocation): Promise<ServerProcess> {
  const child = fork(new URL('./baseline-server.js', import.meta.url), [JSON.stringify(location)]);
  const port: unknown = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message),
    once(child, 'exit').then(() => Promise.reject(new Error('The baseline exited immediately.'))),
  ]);
  return { port: Number(port), stop: () => endProcess(child) };
}

/** The load generator, in its own process. */
export class LoadGenerator {
  readonly #child = fork(new URL('./load-generator.js', import.meta.url));

  /** Sends the load's requests; one load at a time. */
  async run(load: Load): Promise<LoadResult> {
    this.#child.send(load);
    // Only our own program sends messages here.
    const [result] = (await once(this.#child, 'message')) as [LoadResult];
    return result;
  }

  stop(): Promise<void> {
    return endProcess(this.#child);
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Returns a port on this machine that no program is listening on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
