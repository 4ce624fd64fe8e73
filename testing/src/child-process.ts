import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Node process with which a test exchanges lines of text. */
export interface TestChild {
  /** Returns the next line that it prints, or undefined after it has exited. */
  nextLine(): Promise<string | undefined>;
  /** Writes a line to its standard input. */
  writeLine(line: string): void;
  /** Kills it with SIGKILL and waits until it has exited. */
  kill(): Promise<void>;
}

/**
 * Runs a module's source text in its own process. In the module, `built('database/migrator')` is the URL of a
 * compiled module of the server, and `readTestLine()` returns a promise of the next line from the test.
 * `preload`, another module's source text, runs first in the process and in each of its threads.
 */
export function startChild(
  moduleSource: string,
  args: readonly string[] = [],
  preload = '',
): TestChild {
  const dist = new URL('../../server/dist/', import.meta.url);
  if (!existsSync(dist)) throw new Error('server/dist is missing: run "npx tsc -b" first.');
  const prelude = `
    const built = (name) => new URL(name + '.js', ${JSON.stringify(dist.href)}).href;
    const readTestLine = () => new Promise((resolve) => process.stdin.once('data', resolve));
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', prelude + moduleSource, ...args],
    {
      cwd: fileURLToPath(new URL('../../server/', import.meta.url)),
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    nextLine: async () => {
      const line = await lines.next();
      return line.done === true ? undefined : line.value;
    },
    writeLine: (line) => {
      child.stdin.write(`${line}\n`);
    },
    kill: async () => {
      killNow(child);
      await ended;
    },
  };
}

function killNow(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGKILL');
}
