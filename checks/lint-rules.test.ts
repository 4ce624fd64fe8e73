import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { rejectedByCompiler, rejectedByLinter } from './rejected-code.ts';
import { acceptedImports, rejectedImports, type ImportCase } from './import-cases.ts';

/*
 * An import rule could stop working without anyone noticing. These tests create a temporary project with the same
 * folders and with code that deliberately breaks the rules. The project's own configuration must reject that code, and
 * must accept allowed imports.
 */
const project = process.cwd();
const projects: string[] = [];

afterAll(() => {
  for (const tree of projects) rmSync(tree, { recursive: true, force: true });
});

describe('imports between modules', () => {
  let violations: Violation[];

  beforeAll(async () => {
    const tree = createProject(['.oxlintrc.json', 'checks/lint-rules.mjs']);
    for (const target of relativeTargets([...rejectedImports, ...acceptedImports]))
      write(tree, target, 'export {};');
    for (const cases of [rejectedImports, acceptedImports]) {
      cases.forEach((each, index) =>
        write(tree, numberedFile(each.from, index), importStatement(each)),
      );
    }
    for (const each of rejectedByLinter) write(tree, each.file, `${each.code}\n`);
    write(tree, 'server/src/payments/cycle-back.ts', cycleBack);
    violations = await lint(tree);
  });

  test.each(
    rejectedImports.map((each, index) => [each.from, each.imports, numberedFile(each.from, index)]),
  )('%s cannot import %s', (_from, _imports, file) => {
    expect(rulesFor(file)).toContain('boundaries(dependencies)');
  });

  test.each(
    acceptedImports.map((each, index) => [each.from, each.imports, numberedFile(each.from, index)]),
  )('%s can import %s', (_from, _imports, file) => {
    expect(rulesFor(file)).toEqual([]);
  });

  test.each(rejectedByLinter.map((each) => [each.file, each.reason, each.rejectedBy]))(
    '%s is rejected: %s @protection.imports',
    (file, _why, rule) => {
      expect(rulesFor(file)).toContain(rule);
    },
  );

  function rulesFor(file: string): string[] {
    return violations.filter((each) => each.file === file).map((each) => each.rule);
  }
});

describe('the compiler', () => {
  let output: string;

  beforeAll(async () => {
    const tree = createProject([
      'tsconfig.base.json',
      'contract/tsconfig.json',
      'server/tsconfig.json',
      'server/tsconfig.rules.json',
      'web/tsconfig.json',
    ]);
    write(tree, 'server/src/payments/queries.ts', 'export const rows = 1;\n');
    for (const each of rejectedByCompiler) write(tree, each.file, `${each.code}\n`);
    output = await compile(tree);
  });

  test.each(rejectedByCompiler.map((each) => [each.file, each.reason, each.rejectedBy]))(
    'rejects %s: %s',
    (file, _why, code) => {
      const errors = output.split('\n').filter((line) => line.startsWith(`${file}(`));
      expect(errors.join('\n')).toContain(code);
    },
  );
});

type Violation = { file: string; rule: string };

/** The file that `cycle.ts` in `rejected-code.ts` imports, and that imports it back. */
const cycleBack = "import { one } from './cycle.ts';\nexport const other = (): number => one();\n";

function createProject(copies: string[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  projects.push(tree);
  for (const path of copies) cpSync(join(project, path), join(tree, path));
  symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'), 'junction');
  return tree;
}

/** Returns a unique file name for each case, so that each violation belongs to one case. */
function numberedFile(file: string, index: number): string {
  return file.replace(/[^/]+$/, (name) => `${index}-${name}`);
}

function importStatement({ imports }: ImportCase): string {
  return `import * as it from '${imports}';\nexport const use = it;\n`;
}

function relativeTargets(cases: ImportCase[]): string[] {
  return cases
    .filter(({ imports }) => imports.startsWith('.'))
    .map(({ from, imports }) => normalize(join(dirname(from), imports)));
}

function write(tree: string, file: string, code: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), code);
}

const folders = ['contract', 'server', 'testing', 'web', 'e2e', 'scripts', 'campaigns'];

async function lint(tree: string): Promise<Violation[]> {
  const output = await runTool(tree, 'oxlint/bin/oxlint', ['--format', 'json', ...folders]);
  const report = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
  return report.diagnostics.map(({ filename, code }) => ({ file: filename, rule: code }));
}

function compile(tree: string): Promise<string> {
  const parts = ['contract', 'server/tsconfig.rules.json', 'web'];
  return runTool(tree, 'typescript/bin/tsc', ['-b', ...parts, '--pretty', 'false']);
}

/** Runs a tool. The linter and the compiler exit with an error when they reject code, which is expected here. */
function runTool(cwd: string, tool: string, args: string[]): Promise<string> {
  const script = join(project, 'node_modules', tool);
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
