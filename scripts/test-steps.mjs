/** What `npm test` runs, in this order. A step's `needs` are the steps it cannot do without. */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root, run, toolPath } from './project.mjs';
import { playwrightTotals, vitestTotals } from './test-results.mjs';

export const steps = [
  step('server', 'compiles contract, server and what starts it in tests', [], () =>
    build('server', 'testing'),
  ),
  step('types', 'checks all types, those of tests too', [], () =>
    check(tool('typescript', 'tsc', ['-b', '.', 'walls'])),
  ),
  step('format', 'oxfmt', [], () => check(tool('oxfmt', 'oxfmt', ['--check', '.']))),
  step('lint', 'oxlint, with the walls between rooms', [], () =>
    check(tool('oxlint', 'oxlint', ['--type-aware', '--deny-warnings', '.'])),
  ),
  step('unused', 'files, exports and dependencies nobody uses', [], () =>
    check(tool('knip', 'knip', ['--no-progress'])),
  ),
  step('walls', 'the fences refuse what they must; the lockfile is whole', [], () =>
    vitest('walls'),
  ),
  step('unit', 'contract, rules of the server, web', [], () => vitest('unit')),
  step('web', 'builds the web app', [], () => build('web')),
  step('api', 'the server on a real database', ['server', 'web'], api),
  step('campaigns', 'short attempts to break the promises', ['server', 'web'], () =>
    vitest('campaigns'),
  ),
  step('browser', 'stories in a real browser', ['server', 'web'], browser),
];

function step(name, what, needs, runStep) {
  return { name, what, needs, run: runStep };
}

function tool(packageName, command, words) {
  return [process.execPath, toolPath(packageName, command), ...words];
}

async function build(...parts) {
  await ensureBuilt(parts);
  return { passed: 1, failed: 0 };
}

/** A check says something only when it fails. */
async function check(command) {
  const { ok, output, problem } = await run(command);
  if (ok) return { passed: 1, failed: 0 };
  const message = output || problem;
  console.log(message);
  return { passed: 0, failed: 1, failures: [{ name: 'what it says', message }] };
}

async function vitest(project) {
  const file = join(root, '.build/results', `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-totals.mjs'];
  const command = tool('vitest', 'vitest', ['run', `--project=${project}`, ...reporters]);
  const { ok } = await run(command, { env: { VITEST_TOTALS_FILE: file }, show: true });
  return vitestTotals(file, ok);
}

/** What only PostgreSQL can show needs a server that is named. */
async function api() {
  const result = await vitest('api');
  if (process.env.TEST_DATABASE_URL !== undefined) return result;
  const onPostgres = 'the API tests on PostgreSQL, because TEST_DATABASE_URL names no server';
  return { ...result, notRun: [...(result.notRun ?? []), onPostgres] };
}

async function browser() {
  const file = join(root, '.build/results/browser.json');
  const script = toolPath('@playwright/test', 'playwright', 'e2e');
  const { ok } = await run([process.execPath, script, 'test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    show: true,
  });
  return playwrightTotals(file, ok);
}
