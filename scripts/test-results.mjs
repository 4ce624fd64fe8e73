/** Reads the totals of a test run from its report. Anything but a passed test counts as failed. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, problem?: string }} Totals
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
  const broken = report.testResults.filter(isBroken).length;
  return totals(passed, report.numFailedTests + skipped + broken, endedWell);
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
  return totals(expected, unexpected + flaky + skipped, endedWell);
}

const notStarted = { passed: 0, failed: 1, problem: 'The tests could not start.' };

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function totals(passed, failed, endedWell) {
  if (passed + failed === 0) return { passed, failed: 1, problem: 'No test was found.' };
  if (failed === 0 && !endedWell) {
    return { passed, failed: 1, problem: 'All tests passed, but something outside them failed.' };
  }
  return { passed, failed };
}
