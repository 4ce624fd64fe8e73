import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { demoAccounts } from '@curbwrench/contract/people/schemas';
import { ConsoleMonitor } from './console-monitor.ts';
import { enterDemo } from './sandbox.ts';

test('the demo starts from an empty folder, and each of its four buttons opens an account with a day of work @demo.accounts', async ({
  browser,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'curbwrench-demo-'));
  const server = startServer(dataFolder);
  const ended = once(server, 'exit');
  try {
    const baseURL = await readPrintedAddress(server);
    for (const account of demoAccounts) {
      const monitor = new ConsoleMonitor();
      const context = await browser.newContext({ baseURL });
      const page = await context.newPage();
      monitor.follow(page);
      await page.goto('/');
      await enterDemo(page, account);
      if (account !== 'admin') await expect(page.getByRole('article').first()).toBeVisible();
      await page.getByRole('link', { name: 'Appointments', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      await context.close();
      expect(monitor.unexpected, account).toEqual([]);
    }
  } finally {
    server.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    await rm(dataFolder, { recursive: true });
    expect(code, 'it exits properly').toBe(0);
  }
});

/** The real program, as `npm start` runs it after building, on a free port. */
function startServer(dataFolder: string): ChildProcess {
  return spawn(
    process.execPath,
    [fileURLToPath(new URL('../server/dist/main.js', import.meta.url))],
    {
      env: { ...process.env, PORT: '0', DATA_DIR: dataFolder, DEMO: 'on', DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

async function readPrintedAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: stdout })) {
    const address = /is ready: (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stdout.resume();
      return address;
    }
  }
  throw new Error('The server exited before it was ready.');
}
