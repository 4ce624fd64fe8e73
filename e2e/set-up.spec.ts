import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConsoleMonitor } from './console-monitor.ts';
import { waitForOutput, startServerProcess } from './server-process.ts';

test('a new business gets its first admin through the link that the server prints', async ({
  browser,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'curbwrench-set-up-'));
  const server = startServerProcess(dataFolder, 'off');
  const serverExit = once(server, 'exit');
  try {
    const link = await waitForOutput(server, /(http:\S+\/set-up#token=\S+)/);
    const monitor = new ConsoleMonitor();
    const page = await browser.newPage();
    monitor.follow(page);
    await page.goto(new URL('/', link).href);
    await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByText('This business is not set up yet.')).toBeVisible();

    await page.goto(link);
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('First name').fill('Dana');
    await page.getByLabel('Last name').fill('Whitaker');
    await page.getByLabel('Email').fill('dana@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('seven copper kettles');
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();

    await test.step('the link works only once', async () => {
      const secondPage = await browser.newPage();
      await secondPage.goto(link);
      await secondPage.getByLabel('First name').fill('Mallory');
      await secondPage.getByLabel('Last name').fill('Reed');
      await secondPage.getByLabel('Email').fill('mallory@example.com');
      await secondPage.getByRole('textbox', { name: 'Password' }).fill('seven copper kettles');
      await secondPage.getByRole('button', { name: 'Set up' }).click();
      await expect(secondPage.getByRole('alert')).toContainText('already set up');
      await secondPage.close();
    });
    await page.close();
    expect(monitor.unexpected).toEqual([]);
  } finally {
    server.kill('SIGTERM');
    await serverExit;
    await rm(dataFolder, { recursive: true });
  }
});
