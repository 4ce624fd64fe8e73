import { defineConfig } from 'vitest/config';

/**
 * `source` makes the workspace packages resolve to their TypeScript instead of their build, so
 * that a test never runs against yesterday's `dist`.
 */
const conditions = ['source', 'module', 'node', 'development|production'];

/** Far from the business's time zones and from UTC: code that depends on the machine's zone fails here. */
const TZ = 'Pacific/Auckland';

/** Tests of pure rules: no database. */
export const rulesTests = [
  'server/src/**/rules.test.ts',
  'server/src/**/*-rules.test.ts',
  'server/src/**/rules/**/*.test.ts',
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    env: { TZ },
    setupFiles: ['checks/fail-on-console-output.ts'],
    server: { deps: { inline: [/@curbwrench\//] } },
    pool: 'forks',
    maxWorkers: 2,
    // A snapshot that is missing fails; `vitest --update` writes it.
    update: 'none',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', ...rulesTests, 'web/**/*.test.{ts,tsx}'],
          // Only what hangs is to end here: the first test of a file also waits for its imports.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'testing/**/*.test.ts'],
          exclude: [...rulesTests, '**/node_modules/**', '**/dist/**'],
          // A file's first test opens a database; on a loaded machine that is a minute.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'campaigns',
          include: ['campaigns/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['checks/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
