import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseLocation } from '../../bench/processes.ts';

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number;
  /** Returns what the server printed to standard error. */
  errors(): string;
  /** Kills the process with SIGKILL, as the system does when memory runs out. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until the process exits. */
  terminate(): Promise<ExitResult>;
  isRunning(): boolean;
}

export interface ExitResult {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  /** The time from the signal to the exit, in ms. */
  readonly ms: number;
}

export interface ServerOptions {
  /** The module that starts the server. */
  readonly main: string;
  readonly location: DatabaseLocation;
  readonly port: number;
  readonly authSecret: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 60_000;

/** Starts the server as a business runs it, and waits until it reports that it is ready. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [options.main], {
    env: { ...process.env, ...environmentFor(options), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-20_000);
  });
  await waitUntilReady(child, () => errors);
  return {
    port: options.port,
    errors: () => errors,
    isRunning: () => isRunning(child),
    async kill() {
      if (isRunning(child)) child.kill('SIGKILL');
      await exit;
    },
    async terminate() {
      const started = performance.now();
      const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      if (isRunning(child)) child.kill('SIGTERM');
      await exit;
      clearTimeout(killTimer);
      return { code: child.exitCode, ms: performance.now() - started };
    },
  };
}

function environmentFor({ location, port, authSecret }: ServerOptions): Record<string, string> {
  const settings = {
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: authSecret,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: '',
  };
  return location.kind === 'postgres'
    ? { ...settings, DATABASE_URL: location.url }
    : { ...settings, DATABASE_URL: '', DATA_DIR: location.folder };
}

function waitUntilReady(child: ChildProcess, errors: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const startTimer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start. ${output}${errors()}`));
    }, startTimeoutMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      if (!output.includes('is ready')) return;
      clearTimeout(startTimer);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(startTimer);
      reject(new Error(`The server exited instead of starting. ${output}${errors()}`));
    });
  });
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
