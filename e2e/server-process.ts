import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the built server, as `npm start` does, on a free port and with the embedded database. */
export function startServerProcess(dataFolder: string, demo: 'on' | 'off'): ChildProcess {
  return spawn(
    process.execPath,
    [fileURLToPath(new URL('../server/dist/main.js', import.meta.url))],
    {
      env: { ...process.env, PORT: '0', DATA_DIR: dataFolder, DEMO: demo, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

/** Waits for a printed line that matches, and returns the first capturing group. */
export async function waitForOutput({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  if (!stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: stdout })) {
    const text = pattern.exec(line)?.[1];
    if (text !== undefined) {
      // Otherwise the server would block when the pipe is full.
      stdout.resume();
      return text;
    }
  }
  throw new Error(`The server exited before it printed ${String(pattern)}.`);
}
