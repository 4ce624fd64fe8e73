import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser/find-browser.ts';

const browser = findBrowser();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../.build/stories',
  // Each test has its own server, database and browser contexts. One test leaves much of two
  // cores idle, waiting for the other side; more than two would only wait for each other.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // This is only for tests that hang, not for tests that a busy machine makes slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Far from the business's time zone, so that a screen that depends on the browser's zone fails here.
    timezoneId: 'Pacific/Auckland',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // No service worker between a page and its server, unless a test is about it.
    serviceWorkers: 'block',
    // A trace takes a quarter of a test's time, and failures are reported without one too.
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
