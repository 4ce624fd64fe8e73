import { defineConfig } from '@playwright/test';
import browserTests from '../playwright.config.ts';

/** Measurements instead of tests: `npm run measure`. */
export default defineConfig({
  ...browserTests,
  testMatch: '**/*.measurements.ts',
  outputDir: '../../.build/measurements',
  workers: 1,
  timeout: 30 * 60_000,
  use: { ...browserTests.use, trace: 'off', screenshot: 'off' },
});
