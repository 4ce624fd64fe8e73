import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { testBrowserOptions } from './browser/launch-options.ts';

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../.build/browser-tests',
  // A test's browser and server wait for each other much of the time, so two tests keep two cores busy; more
  // would slow each other down.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Generous, so that only a test that hangs times out, not one that is slow on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Shorter than a test's timeout, so that if a control stays disabled, the failure report describes the page.
    actionTimeout: 60_000,
    // Far from the business's time zone, so that a screen that uses the browser's zone by mistake fails.
    timezoneId: 'Pacific/Auckland',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Blocked, so that pages talk to the server directly; only the service worker's own tests allow them.
    serviceWorkers: 'block',
    // Recording a trace takes a quarter of a test's time, and failures are readable without one.
    trace: process.env['BROWSER_TRACES'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: testBrowserOptions,
  },
});
