/**
 * `npm run coverage-report`: shows which tests cover each requirement in the specification and in ASVS.
 * Tests are tagged with the rules of docs/product that they cover (`@booking.window`); docs/spec-coverage.md and
 * docs/asvs.md name rules. This script writes a copy of both documents with the tests of each rule, and prints the
 * rules that neither document names.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './project.mjs';

const folders = ['contract', 'server', 'testing', 'web', 'e2e', 'campaigns', 'checks'];
const outputFolder = join(root, '.build/coverage');

const testsByRule = readTests();
mkdirSync(outputFolder, { recursive: true });
const namedRules = new Set(['spec-coverage.md', 'asvs.md'].flatMap(writeReport));
const unnamedRules = [...testsByRule.keys()]
  .filter((rule) => !namedRules.has(rule))
  .toSorted((a, b) => a.localeCompare(b));
console.log(
  `${testsByRule.size} rules have tests. Neither document names: ${unnamedRules.join(', ')}.`,
);

/** Returns the titles of tests, by the rules that they are tagged with. */
function readTests() {
  const tests = new Map();
  for (const file of folders.flatMap(testFilesIn)) {
    for (const [, title] of readFileSync(file, 'utf8').matchAll(
      /(?:test|describe)[\w.]*\(\s*['"`](.*?)['"`],/gs,
    )) {
      for (const [tag, rule] of title.matchAll(/ @([a-z-]+\.[a-z-]+)/g)) {
        const name = title.slice(0, title.indexOf(' @')) || tag;
        tests.set(rule, [...(tests.get(rule) ?? []), `${relative(root, file)}: ${name}`]);
      }
    }
  }
  return tests;
}

function testFilesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.(test|spec)\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name),
    )
    .map((name) => join(root, folder, name));
}

/** Writes a document with the tests below each row that names rules, and returns those rules. */
function writeReport(document) {
  const rules = [];
  const lines = readFileSync(join(root, 'docs', document), 'utf8')
    .split('\n')
    .filter((line) => /^(#|\| )/.test(line) && !line.startsWith('| -'))
    .flatMap((line) => {
      const rulesInLine = [...line.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, rule]) => rule);
      const testedRules = rulesInLine.filter((rule) => testsByRule.has(rule));
      rules.push(...testedRules);
      if (!line.startsWith('|')) return ['', line, ''];
      const tests = testedRules.flatMap((rule) =>
        testsByRule.get(rule).map((test) => `  - ${rule}: ${test}`),
      );
      return [
        `- ${line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
          .join(' | ')}`,
        ...tests,
      ];
    });
  const file = join(outputFolder, document);
  writeFileSync(file, `${lines.join('\n').trim()}\n`);
  console.log(`${relative(root, file)}: ${rules.length} rules named`);
  return rules;
}
