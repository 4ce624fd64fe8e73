import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConsoleMonitor } from './console-monitor.ts';
import { readPrinted, startServerProcess } from './server-process.ts';

test('an empty business gets its first admin with the link that the server prints', async ({
  browser,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'curbwrench-set-up-'));
  const server = startServerProcess(dataFolder, 'off');
  const ended = once(server, 'exit');
  try {
    const link = await readPrinted(server, /(http:\S+\/set-up#token=\S+)/);
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
      const other = await browser.newPage();
      await other.goto(link);
      await other.getByLabel('First name').fill('Mallory');
      await other.getByLabel('Last name').fill('Reed');
      await other.getByLabel('Email').fill('mallory@example.com');
      await other.getByRole('textbox', { name: 'Password' }).fill('seven copper kettles');
      await other.getByRole('button', { name: 'Set up' }).click();
      await expect(other.getByRole('alert')).toContainText('already set up');
      await other.close();
    });
    await page.close();
    expect(monitor.unexpected).toEqual([]);
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true });
  }
});
