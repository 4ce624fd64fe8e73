import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { startServerProcess, waitForOutput } from './server-process.ts';

/** The test function for a new business: `setupLink` is the link that its server prints until it is set up. */
export const test = base.extend<{ setupLink: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern as the first parameter
  setupLink: async ({}, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'curbwrench-new-business-'));
    const server = startServerProcess(dataFolder, 'off');
    const serverExit = once(server, 'exit');
    try {
      await use(await waitForOutput(server, /(http:\S+\/set-up#token=\S+)/));
    } finally {
      server.kill('SIGTERM');
      await serverExit;
      await rm(dataFolder, { recursive: true });
    }
  },
});

/** Enters the owner's details on the page that the setup link opens, and submits them. */
export async function setUpBusiness(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Whitaker');
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('seven copper kettles');
  await page.getByRole('button', { name: 'Set up' }).click();
}
