import { defineConfig } from 'vitest/config';
import config, { rulesTests } from '../vitest.config.ts';

const { projects: _projects, ...test } = config.test ?? {};

/** For Stryker: the unit tests of `vitest.config.ts`, as a configuration without projects. */
export default defineConfig({
  ...config,
  test: {
    ...test,
    setupFiles: [],
    // Stryker's instrumented code is several times slower.
    testTimeout: 60_000,
    include: ['contract/**/*.test.ts', ...rulesTests],
    // Changes the process's time zone, which is not possible in Stryker's worker threads.
    exclude: ['server/src/application/rules/icalendar.test.ts'],
  },
});
