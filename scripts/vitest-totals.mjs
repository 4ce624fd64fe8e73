/** The Vitest reporter for `npm test`: reports the totals, the reason for each failure and what was not run. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './project.mjs';

/**
 * Writes `{ passed: number, failures: Failure[], notRun: string[] }` to the file that
 * VITEST_TOTALS_FILE names. A test counts as failed unless it passed. `notRun` lists what test files
 * declare in `meta.notRun`: the tests that could not run on this machine.
 */
export default class VitestTotals {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const hasPassed = (test) => test.result().state === 'passed';
    const failures = [
      ...tests.filter((test) => !hasPassed(test)).map(failureOfTest),
      // A file or suite may fail although none of its tests do: while it loads, or in its hooks.
      ...modules.flatMap((module) => [
        ...failuresOutsideTests(module, fileOf(module)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          failuresOutsideTests(suite, `${fileOf(module)}: ${suite.fullName}`),
        ),
      ]),
      ...unhandledErrors.map((error) => ({
        name: 'outside the tests',
        message: describeError(error),
      })),
    ];
    const passed = tests.filter(hasPassed).length;
    const notRun = modules.flatMap((module) => module.meta().notRun ?? []);
    writeFileSync(process.env.VITEST_TOTALS_FILE, JSON.stringify({ passed, failures, notRun }));
  }
}

function failureOfTest(test) {
  const { state, errors = [] } = test.result();
  const message = errors.length > 0 ? errors.map(describeError).join('\n') : state;
  return { name: `${fileOf(test.module)}: ${test.fullName}`, message };
}

function failuresOutsideTests(task, name) {
  return task.errors().map((error) => ({ name, message: describeError(error) }));
}

function fileOf(module) {
  return relative(root, module.moduleId);
}

/** Returns the message, the diff, and the stack lines in our own files. */
function describeError({ name, message, diff, stack = '' }) {
  const stackLines = stack
    .split('\n')
    .filter((line) => line.trim().startsWith('at ') && isOurs(line))
    .slice(0, 4);
  return [`${name ?? 'Error'}: ${message}`, diff, ...stackLines].filter(Boolean).join('\n');
}

function isOurs(line) {
  return line.includes(root) && !line.includes('node_modules');
}
