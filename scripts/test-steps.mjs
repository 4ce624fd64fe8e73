/**
 * The steps of `npm test` and `npm test -- --all`, in the order in which they run. `needs` lists the steps that a
 * step depends on, and `when` says which of the two runs it belongs to: 'short', 'all' or 'both'. A step with
 * `inBackground` runs at the same time as the steps after it, because it leaves a core idle for most of its time; no step
 * may need it.
 */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root, run, toolPath } from './project.mjs';
import { playwrightTotals, vitestTotals } from './test-results.mjs';

export const steps = [
  step('server', 'compiles the contract, the server and the test support', [], () =>
    build('server', 'testing'),
  ),
  step('types', 'checks all types, including types in tests', [], () =>
    check(tool('typescript', 'tsc', ['-b', '.', 'checks'])),
  ),
  step('format', 'oxfmt', [], () => check(tool('oxfmt', 'oxfmt', ['--check', '.']))),
  {
    // After the types, since it reads files that the compiler writes.
    ...step('lint', 'oxlint, including the import rules', [], () =>
      check(tool('oxlint', 'oxlint', ['--type-aware', '--deny-warnings', '.'])),
    ),
    inBackground: true,
  },
  step('unused', 'unused files, exports and dependencies', [], () =>
    check(tool('knip', 'knip', ['--no-progress'])),
  ),
  step('checks', 'tests of the import rules and other conventions', [], () => vitest(['checks'])),
  step('unit', 'unit tests of the contract, the server rules and the web client', [], () =>
    vitest(['unit']),
  ),
  step('web', 'builds the web app', [], () => build('web')),
  step(
    'api',
    'the server on the embedded database',
    ['server', 'web'],
    () => vitest(['api', 'api-isolated']),
    'short',
  ),
  step(
    'main-paths',
    'the main path of each role in a browser',
    ['server', 'web'],
    mainPaths,
    'short',
  ),
  step('postgres', 'the server on PostgreSQL', ['server', 'web'], postgres, 'all'),
  step(
    'embedded',
    'database-dependent tests, on the embedded database',
    ['server', 'web'],
    () => vitest(['embedded']),
    'all',
  ),
  step('campaigns', 'short versions of the campaigns', ['server', 'web'], campaigns, 'all'),
  step('browser', 'all browser tests, on PostgreSQL', ['server', 'web'], browser, 'all'),
];

function step(name, what, needs, runStep, when = 'both') {
  return { name, what, needs, run: runStep, when };
}

function tool(packageName, command, args) {
  return [process.execPath, toolPath(packageName, command), ...args];
}

async function build(...parts) {
  await ensureBuilt(parts);
  return { passed: 1, failed: 0 };
}

/** Runs a check, and prints its output only if it fails. */
async function check(command) {
  const { ok, output, problem } = await run(command);
  if (ok) return { passed: 1, failed: 0 };
  const message = output || problem;
  console.log(message);
  return { passed: 0, failed: 1, failures: [{ name: 'output', message }] };
}

async function vitest(projects, databaseUrl) {
  const file = join(root, '.build/results', `${projects[0]}${databaseUrl ? '-postgres' : ''}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-totals.mjs'];
  const command = tool('vitest', 'vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...reporters,
  ]);
  const env = { VITEST_TOTALS_FILE: file, TEST_DATABASE_URL: databaseUrl };
  const { ok } = await run(command, { env, show: true });
  return vitestTotals(file, ok);
}

/** Runs the API tests on PostgreSQL. */
async function postgres() {
  return vitest(['api', 'api-isolated', 'api-long'], getDatabaseServerUrl());
}

/**
 * Returns the URL of the PostgreSQL server for the tests.
 * @throws if there is none, since `--all` must run everything
 */
function getDatabaseServerUrl() {
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined) return url;
  throw new Error(
    'TEST_DATABASE_URL must be the URL of a PostgreSQL server on which databases may be created.',
  );
}

function campaigns() {
  return vitest(['campaigns']);
}

function mainPaths() {
  return playwright(['--grep', '@main-path']);
}

/**
 * Runs the browser tests on PostgreSQL, where creating a test's database is twice as fast as on the embedded database.
 */
async function browser() {
  return playwright([], getDatabaseServerUrl());
}

async function playwright(args, databaseUrl) {
  const file = join(root, '.build/results/browser.json');
  const script = toolPath('@playwright/test', 'playwright', 'e2e');
  const { ok } = await run([process.execPath, script, 'test', '--reporter=list,json', ...args], {
    cwd: join(root, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, TEST_DATABASE_URL: databaseUrl },
    show: true,
  });
  return playwrightTotals(file, ok);
}
