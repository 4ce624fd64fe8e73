import { defineConfig } from '@playwright/test';
import { inFullBrowser } from '../browser/launch-options.ts';
import browserTests from '../playwright.config.ts';

/** Measurements instead of tests: `npm run measure`. */
export default defineConfig({
  ...browserTests,
  testMatch: '**/*.measurements.ts',
  outputDir: '../../.build/measurements',
  workers: 1,
  timeout: 30 * 60_000,
  use: { ...browserTests.use, ...inFullBrowser, trace: 'off', screenshot: 'off' },
});
