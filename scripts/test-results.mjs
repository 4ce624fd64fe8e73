/** Reads the totals of a test run from its report. A test counts as failed unless it passed. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('./failures.mjs').Failure} Failure */

/**
 * @typedef {{ passed: number, failed: number, failures: Failure[], notRun?: string[],
 *   notes?: string }} Totals
 * `failures`: the failed tests and their errors, printed at the end of the run; `notRun`: what this machine
 * could not run, with the reasons; `notes`: text to print before the totals.
 */

/**
 * Returns the totals of a Vitest run.
 * @param {string} file the file written by vitest-totals.mjs
 * @param {boolean} isOk whether vitest itself exited without an error
 * @returns {Totals}
 */
export function vitestTotals(file, isOk) {
  const report = readReport(file);
  if (report === undefined) return notStarted();
  return { ...totals(report.passed, report.failures, isOk), notRun: report.notRun };
}

/**
 * Returns the totals of a Playwright run, with a list of its slowest tests.
 * @param {string} file Playwright's JSON report
 * @param {boolean} isOk whether Playwright itself exited without an error
 * @returns {Totals}
 */
export function playwrightTotals(file, isOk) {
  const report = readReport(file);
  if (report === undefined) return notStarted();
  const tests = report.suites.flatMap(testsOf);
  const failures = [
    ...tests.filter(({ status }) => status !== 'expected').map(failureOfTest),
    ...report.errors.map(({ message = '' }) => ({ name: 'outside the tests', message })),
  ];
  const result = totals(report.stats.expected, failures, isOk);
  return { ...result, notes: describeSlowest(tests) };
}

function testsOf({ suites = [], specs }) {
  const ownTests = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({ name: `${file}: ${title}`, status, results })),
  );
  return [...ownTests, ...suites.flatMap(testsOf)];
}

/** Returns why a test failed, and what the page contained. */
function failureOfTest({ name, status, results }) {
  const errors = results.flatMap((result) => result.errors);
  // The log of what Playwright tried is left out, since it repeats itself.
  const messages = errors.map(({ message = '' }) => message.replace(/\nCall log:.*/s, ''));
  const pages = results.flatMap(({ attachments }) => attachments.flatMap(describePage));
  return { name, message: [...(messages.length > 0 ? messages : [status]), ...pages].join('\n') };
}

/**
 * Returns Playwright's description of the page at the time when the test failed, without its machine-readable parts.
 * The description begins at the open dialog or the main content, since the end of a long description is cut off.
 */
function describePage({ name, path }) {
  if (name !== 'error-context' || path === undefined || !existsSync(path)) return [];
  const [, page] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
  if (page === undefined) return [];
  const lines = page
    .split('\n')
    .filter((line) => !/^\s*- (?:\/url: .*|generic(?: \[.*\])?:)$/.test(line));
  const start = [/^\s*- dialog\b/, /^\s*- main\b/]
    .map((pattern) => lines.findLastIndex((line) => pattern.test(line)))
    .find((index) => index !== -1);
  return [
    'The page at that time:',
    ...lines.slice(start).map((line) => line.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '')),
  ];
}

function describeSlowest(tests) {
  const durations = tests.map(({ name, results }) => ({
    name,
    seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
  }));
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
  return ['The slowest tests:', ...lines].join('\n');
}

/**
 * Returns one line for each thing that was not run, so that nothing is skipped silently.
 * @param {string[]} notRun each with its reason: "PostgreSQL fault-injection tests, because ..."
 * @returns {string}
 */
export function describeNotRun(notRun) {
  return notRun.map((what) => `not run: ${what}`).join('\n');
}

function notStarted() {
  return { passed: 0, failed: 1, failures: [{ name: 'The tests could not start.' }] };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function totals(passed, failures, isOk) {
  if (passed + failures.length === 0) return singleFailure(passed, 'No test was found.');
  if (failures.length === 0 && !isOk) {
    return singleFailure(passed, 'All tests passed, but something outside them failed.');
  }
  return { passed, failed: failures.length, failures };
}

function singleFailure(passed, name) {
  return { passed, failed: 1, failures: [{ name }] };
}
