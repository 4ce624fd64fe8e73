import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

/*
 * No test is skipped silently: the totals of `npm test` list what could not run, and why. Two kinds of tests
 * depend on the machine: the tests in the step `postgres`, which fails without a server, and files that set
 * `meta.notRun`.
 */

const folders = [
  'contract',
  'server/src',
  'testing/src',
  'web',
  'e2e',
  'campaigns',
  'bench',
  'checks',
];
const testFiles = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
  .filter((file) => file !== 'checks/silent-skips.test.ts');

/** Returns whether code skips tests, not counting tests that depend on the step's database. */
function skipsTests(code: string): boolean {
  const rest = code.replaceAll("testDatabaseKind === 'postgres' ? describe : () => {}", '');
  return (
    /\b(describe|test|it)\.(skip|only|todo|fixme|skipIf|runIf)\b/.test(rest) ||
    /\b(context|task|test)\.skip\(/.test(rest) ||
    /\? \(\) => \{\} : (describe|test|it)\b|\b(describe|test|it) : \(\) => \{\}/.test(rest)
  );
}

test('a file that skips tests reports this in meta.notRun', () => {
  expect(testFiles.length).toBeGreaterThan(200);
  const silentFiles = testFiles.filter((file) => {
    const code = readFileSync(file, 'utf8');
    return skipsTests(code) && !code.includes('meta.notRun = ');
  });
  expect(silentFiles).toEqual([]);
});

test.each([
  'const onPostgres = postgresPrograms() === null ? () => {} : describe;',
  'const some = isInstalled ? test : () => {};',
  "test.skip('one', () => {});",
  "describe.runIf(isInstalled)('some', () => {});",
  "test.skip(!isInstalled, 'not here');",
])('a skipped test is detected in: %s', (code) => {
  expect(skipsTests(code)).toBe(true);
});

test('the fault-injection tests on PostgreSQL are detected as tests that may be skipped', () => {
  expect(skipsTests(readFileSync('campaigns/faults/faults.test.ts', 'utf8'))).toBe(true);
});

describe('the totals', () => {
  const tree = mkdtempSync(join(tmpdir(), 'silent-skips-'));
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test('list what a file could not run', { timeout: 120_000 }, async () => {
    for (const file of ['scripts/vitest-totals.mjs', 'scripts/project.mjs']) copy(tree, file);
    symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'), 'junction');
    writeFileSync(join(tree, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(tree, 'some.test.mjs'),
      "import { beforeAll, test } from 'vitest';\n" +
        "beforeAll(({}, { meta }) => { meta.notRun = 'the rest, because it rains'; });\n" +
        "test('one', () => {});\n",
    );
    const file = join(tree, 'totals.json');
    await runVitest(tree, file);
    expect(await readTotals(file)).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
      notRun: ['the rest, because it rains'],
      line: 'not run: the rest, because it rains',
    });
  });
});

function copy(tree: string, file: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  cpSync(file, join(tree, file));
}

/** Returns the totals that `npm test` reads from a run. */
async function readTotals(totals: string): Promise<unknown> {
  const results = pathToFileURL('scripts/test-results.mjs').href;
  const code = `
    const { describeNotRun, vitestTotals } = await import(${JSON.stringify(results)});
    const totals = vitestTotals(${JSON.stringify(totals)}, true);
    console.log(JSON.stringify({ ...totals, line: describeNotRun(totals.notRun) }));`;
  return JSON.parse(await runNode(['--input-type=module', '--eval', code], process.cwd(), {}));
}

function runVitest(cwd: string, totals: string): Promise<string> {
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--reporter=./scripts/vitest-totals.mjs', '--root', cwd];
  return runNode([vitest, ...args], cwd, { VITEST_TOTALS_FILE: totals });
}

function runNode(args: string[], cwd: string, extraEnv: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...process.env, ...extraEnv };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env }, (_error, stdout) => resolve(stdout));
  });
}
