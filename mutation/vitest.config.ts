import { defineConfig } from 'vitest/config';
import config from '../vitest.config.ts';

const { projects, ...test } = config.test ?? {};

/** The unit tests of `vitest.config.ts`, as a configuration without projects. */
export default defineConfig({
  ...config,
  test: {
    ...test,
    setupFiles: [],
    include: ['contract/**/*.test.ts', 'server/src/domain/**/*.test.ts'],
  },
});
