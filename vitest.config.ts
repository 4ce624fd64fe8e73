import { defineConfig } from 'vitest/config';

/**
 * `source` makes the workspace packages resolve to their TypeScript instead of their build, so
 * that a test never runs against an outdated `dist`.
 */
const conditions = ['source', 'module', 'node', 'development|production'];

/** A time zone far from UTC and the tested businesses, so that code that depends on the machine's time zone fails. */
const TZ = 'Pacific/Auckland';

/** Tests of pure rules: no database. */
export const rulesTests = [
  'server/src/**/rules.test.ts',
  'server/src/**/*-rules.test.ts',
  'server/src/**/rules/**/*.test.ts',
];

/**
 * API tests that `npm test -- --all` runs on both kinds of database: tests of code that differs between them, of the
 * demo's creation, of concurrent bookings, and of live events. It runs all other API tests on PostgreSQL only, since
 * both kinds execute the same SQL.
 */
const onBothDatabases = [
  'server/src/*.test.ts',
  'server/src/appointments/commands/{contested,overlapping,repeated}-booking.test.ts',
  'server/src/appointments/commands/book-appointment.test.ts',
  'server/src/appointments/commands/start-and-complete-job.test.ts',
  'server/src/database/**/*.test.ts',
  'server/src/demo/{created,prepare}-demo.test.ts',
  'server/src/events/**/*.test.ts',
];

/**
 * API tests that only `npm test -- --all` runs, because they take long: they start many processes, load large
 * databases, or compare the whole database after each of hundreds of requests.
 */
const longTests = [
  'server/src/backup{,-embedded,-postgres}.test.ts',
  'server/src/database/connection/embedded-durability.test.ts',
  'server/src/database/upgrade.test.ts',
  'server/src/demo/{continued,weekend}-demo.test.ts',
  'server/src/http/read-only-fields.test.ts',
  'server/src/http/reads-change-nothing.test.ts',
  'server/src/refused-{settings,start}.test.ts',
];

/** API tests that replace modules of the server, so they need their own copies of all modules. */
const moduleMockingTests = ['server/src/accounts/commands/late-credentials.test.ts'];

/**
 * Test files share the modules of their worker, since importing the server takes as long as a file's tests. A test
 * that changes anything outside its own modules, such as a clock, restores it.
 */
const sharedModules = { isolate: false };

const apiTimeouts = {
  // A file's first test opens a database, which may take a minute on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 180_000,
};

const nonSourceFiles = ['**/node_modules/**', '**/dist/**'];

/** Files of no API test, and on PostgreSQL those that open their own embedded databases. */
const excludedFiles = [
  ...nonSourceFiles,
  ...(process.env['TEST_DATABASE_URL'] === undefined ? [] : ['**/*embedded*.test.ts']),
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
    // A missing snapshot fails the test; `vitest --update` writes it.
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
          ...sharedModules,
          // Only tests that hang should time out: a file's first test also waits for its imports.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'testing/**/*.test.ts'],
          exclude: [...rulesTests, ...moduleMockingTests, ...longTests, ...excludedFiles],
          ...sharedModules,
          ...apiTimeouts,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-long',
          include: longTests,
          exclude: excludedFiles,
          ...sharedModules,
          ...apiTimeouts,
        },
      },
      {
        extends: true,
        test: { name: 'api-isolated', include: moduleMockingTests, ...apiTimeouts },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: onBothDatabases,
          exclude: [
            ...rulesTests,
            ...moduleMockingTests,
            ...nonSourceFiles,
            'server/src/refused-settings.test.ts',
          ],
          ...sharedModules,
          ...apiTimeouts,
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
