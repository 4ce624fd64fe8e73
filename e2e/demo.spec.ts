import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoAccounts } from '@curbwrench/contract/people/schemas';
import { ConsoleMonitor } from './console-monitor.ts';
import { enterDemo } from './sandbox.ts';
import { waitForOutput, startServerProcess } from './server-process.ts';

test('the demo starts from an empty folder, and each of its four buttons opens an account with appointments @demo.accounts', async ({
  browser,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'curbwrench-demo-'));
  const server = startServerProcess(dataFolder, 'on');
  const serverExit = once(server, 'exit');
  try {
    const baseURL = await waitForOutput(server, /is ready: (http:\S+)/);
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
    const [code] = (await serverExit) as [number | null];
    await rm(dataFolder, { recursive: true });
    expect(code, 'the server exits cleanly').toBe(0);
  }
});
