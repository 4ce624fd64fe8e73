import { expect, test } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The first load brings the looks of the start page alone (`web/src/styles/main.css`). A module of
 * it that the style sheet does not know would be shown without them until the router came.
 */
const source = join(process.cwd(), 'web/src');

test('the first style sheet knows every module of the first load that names classes', () => {
  const modules = new Set<string>();
  follow(join(source, 'main.tsx'), modules);
  follow(join(source, 'features/landing/landing-first-paint.tsx'), modules);
  const named = [...modules].filter((file) =>
    /className=|'[^']*\b(?:bg|border)-[a-z]/.test(readFileSync(file, 'utf8')),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !isListed(file)).map((file) => relative(source, file))).toEqual([]);
});

/** Everything that a module imports at once; what is fetched later brings its own looks. */
function follow(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^import\s(?!type\b)(?:[^;]*?from\s+)?'(\.[^']+\.tsx?)'/gm,
  );
  for (const [, target = ''] of imports) {
    const path = join(dirname(file), target);
    if (existsSync(path)) follow(path, found);
  }
}

function isListed(file: string): boolean {
  const sheet = readFileSync(join(source, 'styles/main.css'), 'utf8');
  const sources = [...sheet.matchAll(/@source '([^']+)'/g)].map(([, path = '']) =>
    join(source, 'styles', path),
  );
  return sources.some((path) => file === path || file.startsWith(`${path}/`));
}
