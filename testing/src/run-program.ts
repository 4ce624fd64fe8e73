import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The exit code and output of a program. */
export interface ProgramResult {
  /** Its exit code, or the name of the signal that ended it. */
  readonly code: number | string;
  /** Standard output. */
  readonly stdout: string;
  /** Standard error. */
  readonly stderr: string;
}

/**
 * Runs a built program of the server, such as `main`, until it ends. Pass the test's AbortSignal,
 * which kills the program if the test times out.
 */
export function runProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  args: readonly string[] = [],
): Promise<ProgramResult> {
  const file = fileURLToPath(new URL(`../../server/dist/${program}.js`, import.meta.url));
  // SIGKILL, since a program that hangs may also hang while it shuts down.
  const options = {
    env: { ...process.env, ...environment },
    signal,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, stdout, stderr }),
    );
  });
}

/** Starts a server for a real business, on this machine and any free port, and waits until it ends. */
export function runBusinessServer(
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const environment = {
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://book.example.com',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ...settings,
  };
  return runProgram('main', environment, signal);
}

/** Returns the result of a program that prints only this message as an error, and fails. */
export function failureWith(message: string): ProgramResult {
  return { code: 1, stdout: '', stderr: `${message}\n` };
}
