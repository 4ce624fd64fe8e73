/**
 * Runs the unit tests against mutations of the pure rules and the contract. The score is only reported; a low score
 * does not fail the run, since a surviving mutant may show a missing test, or may not change the behavior at all.
 */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts' },
  mutate: [
    'server/src/*/rules/**/*.ts',
    'server/src/**/{rules,*-rules}.ts',
    'contract/src/**/*.ts',
    '!**/*.test.ts',
  ],
  coverageAnalysis: 'perTest',
  // Mutants of code that runs when a module is loaded, such as the tables' contents. Each of them needs all tests, so they
  // would take most of the time.
  ignoreStatic: true,
  concurrency: 2,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.build/mutation/report.html' },
  tempDirName: '.build/mutation/sandbox',
  // A file that does not exist, since Stryker would rewrite an existing one with the compiler API, which TypeScript 7
  // lacks.
  tsconfigFile: 'mutation/none',
  disableTypeChecks: false,
};
