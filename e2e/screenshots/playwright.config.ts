import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/** Screenshots instead of tests: `npm run screenshots`. */
export default defineConfig({
  ...stories,
  testMatch: '**/*.pictures.ts',
  outputDir: '../../.build/screenshots',
  timeout: 30 * 60_000,
  expect: { timeout: 60_000 },
  use: { ...stories.use, actionTimeout: 15_000, trace: 'off', screenshot: 'off' },
});
