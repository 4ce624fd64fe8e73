/**
 * Mutation tests of the pure rules and of the contract's tables, by the unit tests. The score is a report, no
 * gate: a mutant that survives is a question, and some change nothing that anybody could see.
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
  concurrency: 2,
  reporters: ['clear-text', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.build/mutation/report.html' },
  tempDirName: '.build/mutation/sandbox',
  // TypeScript 7 has no compiler API, and nothing of a tsconfig is needed to run the tests.
  tsconfigFile: 'mutation/none',
  disableTypeChecks: false,
};
