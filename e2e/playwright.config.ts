import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser/find-browser.ts';

const browser = findBrowser();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../.build/stories',
  // A browser, a server and its database are enough for the two cores of a small machine.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // A story of three people takes over a minute on a machine that is busy with other work too.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    // Far from the business's zone, so that a screen that leans on the browser's zone fails here.
    timezoneId: 'Pacific/Auckland',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Between a page and its server nothing stands, unless a story is about the worker.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
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
