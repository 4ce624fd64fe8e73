/** Reads the totals of a test run from its report. Anything but a passed test counts as failed. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('./failures.mjs').Failure} Failure */

/**
 * @typedef {{ passed: number, failed: number, failures: Failure[], notRun?: string[],
 *   notes?: string }} Totals
 * `failures`: which ones and why, so that the end of a long run says it; `notRun`: the same of what
 * this machine could not show.
 */

/**
 * @param {string} file what vitest-totals.mjs wrote
 * @param {boolean} endedWell whether vitest itself ended without an error
 * @returns {Totals}
 */
export function vitestTotals(file, endedWell) {
  const report = readReport(file);
  if (report === undefined) return notStarted();
  return { ...totals(report.passed, report.failures, endedWell), notRun: report.notRun };
}

/**
 * @param {string} file Playwright's JSON report
 * @param {boolean} endedWell whether Playwright itself ended without an error
 * @returns {Totals}
 */
export function playwrightTotals(file, endedWell) {
  const report = readReport(file);
  if (report === undefined) return notStarted();
  const stories = report.suites.flatMap(storiesOf);
  const failures = [
    ...stories.filter(({ status }) => status !== 'expected').map(failureOfStory),
    ...report.errors.map(({ message = '' }) => ({ name: 'outside the stories', message })),
  ];
  const result = totals(report.stats.expected, failures, endedWell);
  return { ...result, notes: slowest(stories) };
}

function storiesOf({ suites = [], specs }) {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({ name: `${file}: ${title}`, status, results })),
  );
  return [...here, ...suites.flatMap(storiesOf)];
}

/** Why it failed, and what stood on the page then. */
function failureOfStory({ name, status, results }) {
  const errors = results.flatMap((result) => result.errors);
  const messages = errors.map(({ message = '' }) => message);
  const pages = results.flatMap(({ attachments }) => attachments.flatMap(pageThen));
  return { name, message: [...(messages.length > 0 ? messages : [status]), ...pages].join('\n') };
}

/** The page as Playwright describes it beside a failure, without what only a program reads. */
function pageThen({ name, path }) {
  if (name !== 'error-context' || path === undefined || !existsSync(path)) return [];
  const [, page] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
  if (page === undefined) return [];
  const lines = page
    .split('\n')
    .filter((line) => !/^\s*- (?:\/url: .*|generic(?: \[.*\])?:)$/.test(line));
  return [
    'The page then:',
    ...lines.map((line) => line.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '')),
  ];
}

function slowest(stories) {
  const timed = stories.map(({ name, results }) => ({
    name,
    seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
  }));
  const first = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  const lines = first.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
  return ['The slowest stories:', ...lines].join('\n');
}

/**
 * One line for each thing that was not run, so that none is skipped in silence.
 * @param {string[]} notRun each with its reason: "the faults on PostgreSQL, because ..."
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

function totals(passed, failures, endedWell) {
  if (passed + failures.length === 0) return alone(passed, 'No test was found.');
  if (failures.length === 0 && !endedWell) {
    return alone(passed, 'All tests passed, but something outside them failed.');
  }
  return { passed, failed: failures.length, failures };
}

function alone(passed, name) {
  return { passed, failed: 1, failures: [{ name }] };
}
