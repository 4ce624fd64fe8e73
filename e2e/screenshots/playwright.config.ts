import { defineConfig } from '@playwright/test';
import { inFullBrowser } from '../browser/launch-options.ts';
import browserTests from '../playwright.config.ts';

/** For `npm run screenshots`, which takes screenshots instead of running tests. */
export default defineConfig({
  ...browserTests,
  testMatch: '**/*.screenshots.ts',
  outputDir: '../../.build/screenshots',
  timeout: 30 * 60_000,
  expect: { timeout: 60_000 },
  use: {
    ...browserTests.use,
    ...inFullBrowser,
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'off',
  },
});
