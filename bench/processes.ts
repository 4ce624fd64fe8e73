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

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly folder: string };

/** Returns the folder of the embedded database within the data folder. */
export function databaseFolder(place: { readonly folder: string }): string {
  return join(place.folder, 'database');
}

const startTimeoutMs = 60_000;

/** Starts the application as `npm start` does, with its demo accounts for signing in. */
export async function startApplication(place: DatabaseLocation): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@curbwrench/server/main'))],
    {
      env: { ...process.env, ...settingsFor(place), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The application did not start.')),
      startTimeoutMs,
    );
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready')) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('exit', () => reject(new Error(`The application exited immediately. ${printed}`)));
  });
  return { port, stop: () => endProcess(child) };
}

/** Signs the cookies of the applications that are started here. */
export const authSecret = 'benchmark'.repeat(5);

function settingsFor(place: DatabaseLocation): Record<string, string> {
  const settings = { DEMO: 'on', HOST: '127.0.0.1', AUTH_SECRET: authSecret };
  return place.kind === 'postgres'
    ? { ...settings, DATABASE_URL: place.url }
    : { ...settings, DATABASE_URL: '', DATA_DIR: place.folder };
}

/** Starts the floor on a database. */
export async function startFloor(place: DatabaseLocation): Promise<ServerProcess> {
  const child = fork(new URL('./floor-server.js', import.meta.url), [JSON.stringify(place)]);
  const port: unknown = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message),
    once(child, 'exit').then(() => Promise.reject(new Error('The floor exited immediately.'))),
  ]);
  return { port: Number(port), stop: () => endProcess(child) };
}

/** The load generator, in its own process. */
export class LoadGenerator {
  readonly #child = fork(new URL('./load-generator.js', import.meta.url));

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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
