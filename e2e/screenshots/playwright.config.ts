import { defineConfig } from '@playwright/test';
import browserTests from '../playwright.config.ts';

/** Screenshots instead of tests: `npm run screenshots`. */
export default defineConfig({
  ...browserTests,
  testMatch: '**/*.screenshots.ts',
  outputDir: '../../.build/screenshots',
  timeout: 30 * 60_000,
  expect: { timeout: 60_000 },
  use: { ...browserTests.use, actionTimeout: 15_000, trace: 'off', screenshot: 'off' },
});
