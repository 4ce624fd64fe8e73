/** Reads the totals of a test run from its report. Anything but a passed test counts as failed. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, failures: string[], problem?: string }} Totals
 * `failures`: which ones, so that the end of a long run says it.
 */

/**
 * @param {string} file vitest's JSON report
 * @param {boolean} endedWell whether vitest itself ended without an error
 * @returns {Totals}
 */
export function vitestTotals(file, endedWell) {
  const report = readReport(file);
  if (report === undefined) return notStarted;
  const isBroken = ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const broken = report.testResults.filter(isBroken);
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName }) => `${name}: ${fullName}`),
  );
  return totals(
    passed,
    report.numFailedTests + skipped + broken.length,
    [...failures, ...broken.map(({ name, message }) => `${name}: ${message}`)],
    endedWell,
  );
}

/**
 * @param {string} file Playwright's JSON report
 * @param {boolean} endedWell whether Playwright itself ended without an error
 * @returns {Totals}
 */
export function playwrightTotals(file, endedWell) {
  const report = readReport(file);
  if (report === undefined) return notStarted;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites.flatMap(unexpectedStories);
  return totals(expected, unexpected + flaky + skipped, failures, endedWell);
}

function unexpectedStories({ suites = [], specs }) {
  const here = specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file, title }) => `${file}: ${title}`);
  return [...here, ...suites.flatMap(unexpectedStories)];
}

const notStarted = {
  passed: 0,
  failed: 1,
  failures: ['The tests could not start.'],
  problem: 'The tests could not start.',
};

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function totals(passed, failed, failures, endedWell) {
  if (passed + failed === 0) return alone(passed, 'No test was found.');
  if (failed === 0 && !endedWell) {
    return alone(passed, 'All tests passed, but something outside them failed.');
  }
  return { passed, failed, failures };
}

function alone(passed, problem) {
  return { passed, failed: 1, failures: [problem], problem };
}
