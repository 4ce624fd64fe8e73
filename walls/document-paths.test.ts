import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * What our documents name is there: a file that was moved or removed must not go on leading readers.
 *
 * A path is what stands in backticks, or first in a line of a block of code, and
 * - begins with one of our folders (`web/src/paths.ts`, `campaigns/histories/`), or
 * - has a slash and ends like a source file (`domain/outcome.ts`), or with the slash of a folder.
 * The first kind is there as it stands; of the second there is one that ends so. No path is what has
 * a blank, begins with a slash (an address), names a part that isn't fixed (`<who>`, `$id`), or is
 * made when the software is built or run.
 */

const folders = readdirSync('.', { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !ignored(entry.name),
);
const rooms = folders.map(({ name }) => `${name}/`);
const places = folders.flatMap(({ name }) => placesIn(name));

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...places.filter((place) => place.endsWith('.md')),
];

test.each(documents)('every path that %s names is there', (document) => {
  const missing = pathsIn(readFileSync(document, 'utf8')).filter((path) => !isThere(path));
  expect(missing).toEqual([]);
});

test.each(documents)('every link of %s to a file leads to one', (document) => {
  const text = readFileSync(document, 'utf8');
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !existsSync(join(dirname(document), to)))).toEqual([]);
});

test('the documents name many paths, and these are told from what only looks like one', () => {
  const named = documents.flatMap((document) => pathsIn(readFileSync(document, 'utf8')));
  expect(new Set(named).size).toBeGreaterThan(200);
  const text =
    'In `web/src/paths.ts` "a test", `domain/outcome.ts` and `histories/`, not `/api/login`, ' +
    '`GET /api/slots`, `screenshots/<who>/`, `n/a`, `@fastify/rate-limit`, `data/` nor `smtp://`.\n' +
    '```\nserver/src/main.ts   starts\nnpm test\n```\n';
  expect(pathsIn(text)).toEqual([
    'web/src/paths.ts',
    'domain/outcome.ts',
    'histories/',
    'server/src/main.ts',
  ]);
  expect(isThere('web/src/features/dispatch/')).toBe(false);
  expect(isThere('domain/outcomes.ts')).toBe(false);
});

function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
  const listed = [...text.matchAll(/^([\w.-]+\/\S*)/gm)].map(([, words = '']) => words);
  return [
    ...quoted.filter((words) => isOurs(words) || isShort(words)),
    ...listed.filter(isOurs),
  ].filter((words) => !madeLater.test(words));
}

function isOurs(words: string): boolean {
  return /^[\w./-]+$/.test(words) && rooms.some((room) => words.startsWith(room));
}

function isShort(words: string): boolean {
  return /^[\w-][\w./-]*\/([\w.-]+\.(tsx?|mjs|sql|css|md|json))?$/.test(words);
}

/** By building, or by running: a business's files are in `data/`. */
const madeLater = /^data\/|(^|\/)dist\//;

function isThere(path: string): boolean {
  const bare = path.replace(/\/$/, '');
  return isOurs(path) ? existsSync(bare) : places.some((place) => place.endsWith(`/${bare}`));
}

function placesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignored(entry.name)) return [];
    const place = `${folder}/${entry.name}`;
    return entry.isDirectory() ? [place, ...placesIn(place)] : [place];
  });
}

function ignored(name: string): boolean {
  return ['node_modules', 'dist', 'data'].includes(name) || /^\.(?!ci$)/.test(name);
}
