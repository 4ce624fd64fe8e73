import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser/find-browser.ts';

const browser = findBrowser();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../.build/stories',
  // Each story has a server, a database and browser contexts of its own. One leaves much of two
  // cores idle, waiting for the other end; more than two would only wait for each other.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Only what hangs is to end here, and no story that a busy machine makes slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Far from the business's zone, so that a screen that leans on the browser's zone fails here.
    timezoneId: 'Pacific/Auckland',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Between a page and its server nothing stands, unless a story is about the worker.
    serviceWorkers: 'block',
    // A trace costs a quarter of a story's time, and what failed is also told without one.
    trace: process.env['STORY_TRACES'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      // Chromium refuses to run its sandbox as root.
      chromiumSandbox: !isRoot,
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      env: { ...definedOnly(process.env), ...browser.env },
    },
  },
});

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
