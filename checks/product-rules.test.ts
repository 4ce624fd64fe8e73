import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * docs/product contains the product's rules, each with an id. Tests name the rules that they cover with
 * tags in their titles, such as `@booking.window`. The coverage documents name rules, not tests.
 */

const rules = new Set(
  filesIn('docs/product', '.md').flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^- `([a-z-]+\.[a-z-]+)`:/gm)].map(([, id = '']) => id),
  ),
);

/** The first part of each rule id, which distinguishes ids from file names such as `main.ts`. */
const rulePages = new Set([...rules].map((id) => id.split('.')[0] ?? ''));

const coveredIds = new Set(
  ['contract', 'server', 'testing', 'web', 'e2e', 'campaigns', 'checks']
    .flatMap((folder) => filesIn(folder, /\.(test|spec)\.tsx?$/))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/ @([a-z-]+\.[a-z-]+)(?=[ '"`])/g)])
    .map(([, id = '']) => id),
);

test('every rule in docs/product is covered by a test', () => {
  expect(rules.size).toBeGreaterThan(100);
  expect([...rules].filter((id) => !coveredIds.has(id))).toEqual([]);
});

test('every tag in a test title is the id of a rule in docs/product', () => {
  expect([...coveredIds].filter((id) => !rules.has(id))).toEqual([]);
});

test.each(['docs/spec-coverage.md', 'docs/asvs.md', 'docs/security.md'])(
  'every rule named in %s is in docs/product',
  (document) => {
    const named = [...readFileSync(document, 'utf8').matchAll(/`([a-z-]+\.[a-z-]+)`/g)];
    const ids = named
      .map(([, id = '']) => id)
      .filter((id) => rulePages.has(id.split('.')[0] ?? ''));
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((id) => !rules.has(id))).toEqual([]);
  },
);

function filesIn(folder: string, ending: string | RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
    .filter((name) => (typeof ending === 'string' ? name.endsWith(ending) : ending.test(name)))
    .map((name) => join(folder, name));
}
